import { bunHost } from './hosts/bun.ts'
import { esbuildHost } from './hosts/esbuild.ts'
import type { Host } from './hosts/host.ts'
import { rolldownHost, rollupHost } from './hosts/rollup.ts'
import { viteHost } from './hosts/vite.ts'
import { rspackHost, webpackHost } from './hosts/webpack.ts'

/** Every bundler in every mode that makes a difference. A new bundler is a new row. */
export const hosts: readonly Host[] = [
  viteHost('client', true, {}),
  viteHost('server', true, { build: { ssr: true } }),
  esbuildHost('split', true, { format: 'esm' }),
  esbuildHost('cjs', false, { format: 'cjs' }),
  rollupHost('esm'),
  rolldownHost('esm'),
  webpackHost('esm'),
  rspackHost('esm'),
  bunHost('esm'),
]

/** Modes that differ from those in how the bundle is wrapped, and in nothing else. */
export const otherModes: readonly Host[] = [
  esbuildHost('esm', false, { format: 'esm' }),
  esbuildHost('iife', false, { format: 'iife' }),
  webpackHost('cjs'),
  rspackHost('cjs'),
]

/** One row for each bundler, for what does not depend on the mode. */
export const bundlers: readonly Host[] = hosts.filter(
  ({ name }, index) => hosts.findIndex((other) => other.name.split(',')[0] === name.split(',')[0]) === index,
)

export type { BuildRequest, Built, Host } from './hosts/host.ts'

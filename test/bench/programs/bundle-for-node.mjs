// Bundles applications for Node that call one module: with the registry, and by importing its file.
import { join } from 'node:path'
import { build } from 'esbuild'
import { input, ours, report } from './report.mjs'
import { walk } from './walk.mjs'

const { root, entries } = input
const plugin = (await ours('esbuild')).default({ root, dts: false, cache: false, server: true })
/** @type {import('esbuild').BuildOptions} */
const common = { format: 'esm', platform: 'node', target: 'node20', logLevel: 'error' }
for (const entry of entries) {
  await build({
    ...common,
    absWorkingDir: root,
    entryPoints: [join(root, `${entry}.ts`)],
    outdir: join(root, 'bundles', entry),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    plugins: entry === 'registry' ? [plugin] : [],
  })
}
// One file each, as a compiler leaves them, for what discovers modules while it runs.
await build({
  ...common,
  entryPoints: walk(join(root, 'extensions'), '.ts'),
  outbase: join(root, 'extensions'),
  outdir: join(root, 'compiled'),
})
report()

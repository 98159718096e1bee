import { copyFileSync } from 'node:fs'
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    ...['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack', 'farm', 'bun'].map(
      (name) => `src/${name}.ts`,
    ),
    'src/runtime.ts',
    'src/kernel.ts',
    'src/process.ts',
    'src/mcp.ts',
    'src/cli.ts',
  ],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  fixedExtension: false,
  hash: false,
  deps: { neverBundle: [/^node:/] },
  // The doc comments are in the declarations; what bundlers read has to stay.
  outputOptions: { comments: { annotation: true, legal: true, jsdoc: false } },
  inputOptions: { checks: { pluginTimings: false }, experimental: { attachDebugInfo: 'none' } },
  hooks: {
    'build:done': () => copyFileSync('src/client.d.ts', 'dist/client.d.ts'),
  },
})

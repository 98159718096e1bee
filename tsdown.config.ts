import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsdown'

/** Tells builds of this package apart, so that none believes what another has cached. */
function buildId(): string {
  const hash = createHash('sha256')
  const files = readdirSync('src', { recursive: true }).map(String)
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(`${file.replaceAll('\\', '/')}\n`).update(readFileSync(join('src', file)))
  }
  return hash.digest('hex').slice(0, 20)
}

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
  define: { BUILD_ID: JSON.stringify(buildId()) },
  deps: { neverBundle: [/^node:/] },
  // The doc comments are in the declarations; what bundlers read has to stay.
  outputOptions: { comments: { annotation: true, legal: true, jsdoc: false } },
  inputOptions: { checks: { pluginTimings: false }, experimental: { attachDebugInfo: 'none' } },
  hooks: {
    'build:done': () => copyFileSync('src/client.d.ts', 'dist/client.d.ts'),
  },
})

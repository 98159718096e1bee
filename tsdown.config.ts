import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'rolldown/utils'
import { defineConfig } from 'tsdown'
import { answerSchema } from './src/cli/json/answer-schema.ts'

/** Tells builds of this package apart, so that none believes what another has cached. */
function buildId(): string {
  const hash = createHash('sha256')
  const files = readdirSync('src', { recursive: true }).map(String)
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(`${file.replaceAll('\\', '/')}\n`).update(readFileSync(join('src', file)))
  }
  return hash.digest('hex').slice(0, 20)
}

/** The parts that are bundled into applications. They stay as they are: their bundlers know best what to leave out. */
const BUNDLED = ['runtime.js', 'kernel.js']

interface Output {
  readonly [file: string]: { readonly type: string; readonly imports?: readonly string[]; code?: string }
}

/** Makes what only runs in Node smaller. Functions keep their names, for stack traces. */
const smallerBuildTime = {
  name: 'smaller-build-time',
  generateBundle(_options: unknown, output: Output) {
    const asTheyAre = filesReachedBy(BUNDLED, output)
    for (const [file, chunk] of Object.entries(output)) {
      if (!file.endsWith('.js') || chunk.code === undefined || asTheyAre.has(file)) continue
      const { code, errors } = minifySync(file, chunk.code, {
        module: true,
        compress: false,
        mangle: { toplevel: true, keepNames: true },
        codegen: { removeWhitespace: true },
      })
      if (errors.length > 0) throw new Error(`${file} cannot be made smaller.`)
      chunk.code = code
    }
  },
}

function filesReachedBy(entries: readonly string[], output: Output): Set<string> {
  const reached = new Set(entries)
  for (const file of reached) for (const next of output[file]?.imports ?? []) reached.add(next)
  return reached
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
  plugins: [smallerBuildTime],
  deps: { neverBundle: [/^node:/] },
  // The doc comments are in the declarations; what bundlers read has to stay.
  outputOptions: { comments: { annotation: true, legal: true, jsdoc: false } },
  inputOptions: { checks: { pluginTimings: false }, experimental: { attachDebugInfo: 'none' } },
  hooks: {
    'build:done': () => {
      copyFileSync('src/client.d.ts', 'dist/client.d.ts')
      writeFileSync('dist/cli-schema.json', `${JSON.stringify(answerSchema())}\n`)
    },
  },
})

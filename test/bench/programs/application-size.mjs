// What an application pays for the runtime: `createRegistry`, `get` and `call`.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { input, report } from './report.mjs'

const USES = `
class Add { execute({ a, b }) { return a + b } }
const catalog = [{ kind: 'module', id: 'math.add', className: 'Add', exportName: 'Add', file: 'add.ts' }]
const registry = createRegistry(catalog, { 'add.ts': async () => ({ Add }) })
globalThis.answer = registry.get('math.add').then(() => registry.call('math.add', { a: 1, b: 2 }))
`

/** @param {string} head where \`createRegistry\` comes from */
async function sizeOf(head) {
  const { outputFiles } = await build({
    stdin: { contents: `${head}\n${USES}`, resolveDir: input.root, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

const all = await sizeOf("import { createRegistry } from 'unplugin-module-registry/runtime'")
report({ size: all - (await sizeOf('const createRegistry = globalThis.create')) })

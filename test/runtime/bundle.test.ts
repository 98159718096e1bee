import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')

/** Bundles and minifies an application that imports the runtime, with nothing of Node allowed. */
async function bundle(application: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: application, resolveDir: source, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format,
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}

const application = `
  import { createRegistry } from './runtime.ts'
  class Add { execute({ a, b }) { return a + b } }
  const catalog = [{ kind: 'module', id: 'math.add', className: 'Add', exportName: 'Add', file: 'add.ts' }]
  const registry = createRegistry(catalog, { 'add.ts': async () => ({ Add }) })
  globalThis.answer = registry.get('math.add').then(() => registry.call('math.add', { a: 1, b: 2 }))`

describe('in a bundle', () => {
  it('takes 4 kB at most, minified and compressed', async () => {
    const text = await bundle(application)
    const own = await bundle(application.replace(/import .*/, 'const createRegistry = globalThis.create'))
    const size = (text: string) => gzipSync(text, { level: 9 }).length
    expect(size(text) - size(own)).toBeLessThanOrEqual(4000)
  })

  it('uses nothing that one environment has and another lacks', async () => {
    const text = await bundle("export * from './runtime.ts'")
    expect(text).not.toMatch(/node:|\brequire\(|\bprocess\b|\bBuffer\b|\beval\(|\bnew Function\b|\bimport\(/)
    expect(text).not.toMatch(/\bconstructor\.name\b|Function\.prototype/)
  })

  it('works with names mangled, and with nothing but the language and the web', async () => {
    const web = { AbortController, setTimeout, clearTimeout, console, answer: undefined as unknown }
    runInNewContext(await bundle(application, 'iife'), web)
    expect(await web.answer).toBe(3)
  })

  it('leaves out what is not used', async () => {
    expect(await bundle("import './runtime.ts'")).toBe('')
    const errors = await bundle(
      "import { ModuleNotFoundError } from './runtime.ts'; export { ModuleNotFoundError }",
    )
    expect(errors).toContain('MODULE_NOT_FOUND')
    expect(errors).not.toMatch(/onLoad|RESERVED_WORD|ID_TOO_LONG/)
  })
})

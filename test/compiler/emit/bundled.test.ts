import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { afterEach, expect, it } from 'vitest'
import { renderCatalogModule } from '../../../src/compiler/emit/catalog-module.ts'
import { renderRegistryFile } from '../../../src/compiler/emit/registry-file.ts'
import { renderRegistryModule } from '../../../src/compiler/emit/registry-module.ts'
import { emitted } from './sample.ts'

const runtime = resolve(import.meta.dirname, '../../../src/runtime.ts')
const catalogId = 'virtual:module-registry/catalog'

const shout = emitted('text.shout', 'Shout', 'class', { description: "It's </script> `loud`\u2028\ud800" })
const count = emitted('text.count', 'default', 'object', { load: 'eager' })
const modules = [shout, count]

const files: Record<string, string> = {
  'extensions/text/shout.ts': `export class Shout { execute(text) { return text.toUpperCase() + '!' } }`,
  'extensions/text/count.ts': 'export default { execute: (text) => text.length }',
  'src/gen.ts': renderRegistryFile({ modules, path: 'src/gen.ts', runtime }),
  'virtual:module-registry': renderRegistryModule({
    modules,
    runtime,
    catalogId,
    specifier: (file) => `/${file}`,
  }),
  [catalogId]: renderCatalogModule({ modules, runtime }),
}

let folder: string | undefined
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true })
  folder = undefined
})

/** Bundles an application whose files are all in memory, and gives the path of its entry. */
async function bundle(main: string): Promise<string> {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'emit-')))
  const texts: Record<string, string> = { ...files, 'src/main.ts': main }
  const inMemory: Plugin = {
    name: 'in-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(virtual:|\/extensions|\.\.?\/|src\/main)/ }, ({ path, importer, namespace }) => {
        if (importer !== '' && namespace !== 'memory') return undefined
        const name = path.startsWith('virtual:')
          ? path
          : new URL(path, `file:///${importer}`).pathname.slice(1)
        return { path: name, namespace: 'memory', sideEffects: false }
      })
      onLoad({ filter: /.*/, namespace: 'memory' }, ({ path }) => ({
        contents: texts[path]!,
        loader: 'ts',
        resolveDir: folder!,
      }))
    },
  }
  await build({
    ...{ bundle: true, format: 'esm', splitting: true, outdir: folder, outExtension: { '.js': '.mjs' } },
    ...{ entryPoints: [{ in: 'src/main.ts', out: 'main' }], plugins: [inMemory], logLevel: 'silent' },
  })
  return join(folder, 'main.mjs')
}

it.each(['virtual:module-registry', './gen.ts'])('works with the real runtime: %s', async (source) => {
  const entry = await bundle(`export * from '${source}'; export { default } from '${source}'`)
  const { catalog, registry, ...rest } = await import(pathToFileURL(entry).href)
  expect(rest.default).toBe(registry)
  expect(catalog).toEqual([count.entry, shout.entry])
  expect(Object.isFrozen(catalog[1])).toBe(true)
  expect(await registry.call('text.shout', 'hey')).toBe('HEY!')
  expect(await registry.call('text.count', 'hey')).toBe(3)
  const text = readFileSync(entry, 'utf8')
  expect(text).toContain('text.length')
  expect(text).not.toContain('toUpperCase() +')
})

it('leaves nothing of itself in an application that uses none of it', async () => {
  const entry = await bundle(`import { registry } from 'virtual:module-registry'; console.log(1)`)
  expect(
    readFileSync(entry, 'utf8')
      .replace(/^\/\/.*\n/gm, '')
      .trim(),
  ).toBe('console.log(1);')
})

it('gives the catalog without a way to an implementation', async () => {
  const entry = await bundle(`export { catalog } from '${catalogId}'`)
  const text = readFileSync(entry, 'utf8')
  expect(text).toContain('text.shout')
  expect(text).not.toMatch(/import\(|execute/)
})

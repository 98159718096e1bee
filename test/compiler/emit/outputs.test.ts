import { describe, expect, it } from 'vitest'
import { renderCatalogModule } from '../../../src/compiler/emit/catalog-module.ts'
import { renderDeclarations } from '../../../src/compiler/emit/declarations.ts'
import { renderRegistryFile } from '../../../src/compiler/emit/registry-file.ts'
import { renderRegistryModule } from '../../../src/compiler/emit/registry-module.ts'
import { emitted, project } from './sample.ts'

const runtime = 'unplugin-module-registry/runtime'
const catalogId = 'virtual:module-registry/catalog'
const specifier = (file: string) => `/${file}`

/** The whole text as a file of its own, as a user would see it. */
function snapshot(name: string): string {
  return `./snapshots/${name}.txt`
}

describe('virtual:module-registry', () => {
  it('has one loader for each file', async () => {
    const code = renderRegistryModule({ modules: project, runtime, catalogId, specifier })
    await expect(code).toMatchFileSnapshot(snapshot('registry-module.js'))
  })

  it('passes options on', async () => {
    const modules = [emitted('add', 'Add')]
    const options = { instantiate: '/src/make.ts', reservedWords: ['system', "it's"] }
    const code = renderRegistryModule({ modules, runtime, catalogId, specifier, ...options })
    await expect(code).toMatchFileSnapshot(snapshot('registry-module-with-options.js'))
  })

  it('passes on how to read a module only where something is unknown of one', () => {
    const modules = [emitted('add', 'Add')]
    const render = (metadata: boolean) =>
      renderRegistryModule({ modules, runtime, catalogId, specifier, metadata })
    expect(render(true)).toContain("import { createRegistry, readMetadata } from '")
    expect(render(true)).toContain('}, { metadata: readMetadata })')
    expect(render(false)).not.toContain('etadata')
  })

  it('imports a file statically when any of its modules is eager', () => {
    const file = 'extensions/both.ts'
    const modules = [
      emitted('both.a', 'A', 'class', { file }),
      emitted('both.b', 'B', 'class', { file, load: 'eager' }),
    ]
    const code = renderRegistryModule({ modules, runtime, catalogId, specifier })
    expect(code).toContain("import * as m0 from '/extensions/both.ts'")
    expect(code).not.toContain('import(')
  })
})

describe('virtual:module-registry/catalog', () => {
  it('holds the entries and no way to an implementation', async () => {
    const code = renderCatalogModule({ modules: project, runtime })
    expect(code).not.toContain('import(')
    await expect(code).toMatchFileSnapshot(snapshot('catalog-module.js'))
  })

  it('puts the keys in a fixed order, and those that it does not know behind them', () => {
    const { entry } = emitted('add', 'Add')
    const more = {
      zeta: { b: 1, a: [2] },
      annotations: {},
      tags: [],
      description: 'Adds.',
      version: undefined,
    }
    const reversed = Object.fromEntries(Object.entries({ ...entry, ...more }).reverse())
    const modules = [{ entry: reversed as unknown as typeof entry, shape: 'class' as const }]
    expect(renderCatalogModule({ modules, runtime }).split('\n')[3]).toBe(
      '{"kind":"module","id":"add","className":"Add","exportName":"Add","file":"extensions/add.ts",' +
        '"scope":"project","origin":"extensions","load":"lazy","description":"Adds.","tags":[],' +
        '"annotations":{},"zeta":{"a":[2],"b":1}}\\',
    )
  })

  it('may be empty', () => {
    expect(renderCatalogModule({ modules: [], runtime })).toContain("defineCatalog('[]')")
  })
})

describe('the registry as an ordinary file', () => {
  it('is typed in TypeScript', async () => {
    const code = renderRegistryFile({
      modules: project,
      path: 'src/module-registry.gen.ts',
      instantiate: 'src/make.js',
    })
    await expect(code).toMatchFileSnapshot(snapshot('registry-file.ts'))
  })

  it('is plain in JavaScript', async () => {
    const code = renderRegistryFile({ modules: project, path: 'registry.mjs', reservedWords: [] })
    await expect(code).toMatchFileSnapshot(snapshot('registry-file.mjs'))
  })

  it('names TypeScript files as the file that imports them can', () => {
    const modules = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs'].map((extension) =>
      emitted(extension, 'A', 'class', { file: `extensions/a.${extension}` }),
    )
    const names = (path: string, importExtension?: '.ts' | '.js') =>
      [
        ...renderRegistryFile({ modules, path, ...(importExtension && { importExtension }) }).matchAll(
          /=> import\('\.\/(.*?)'/g,
        ),
      ]
        .map((match) => match[1]!.slice('extensions/a.'.length))
        .join(' ')
    expect(names('gen.ts')).toBe('cts js jsx mjs mts ts tsx')
    expect(names('gen.mts', '.js')).toBe('cjs js jsx mjs mjs js js')
    expect(names('gen.mjs')).toBe('cjs js jsx mjs mjs js js')
    expect(names('gen.js', '.ts')).toBe('cts js jsx mjs mts ts tsx')
  })

  it('encodes what a module loader would take for a part of a URL', () => {
    const modules = [emitted('a', 'A', 'class', { file: "it's #1 50%/a.ts" })]
    expect(renderRegistryFile({ modules, path: 'gen.mjs' })).toContain(
      `"it's #1 50%/a.ts": () => import("./it's %231 50%25/a.js"),`,
    )
    expect(renderRegistryFile({ modules, path: 'gen.ts' })).toContain(
      `import("./it's %231 50%25/a.ts" as string)`,
    )
  })
})

describe('the declaration file', () => {
  it('gives every module its type', async () => {
    const code = renderDeclarations({ modules: project, path: 'src/module-registry.d.ts' })
    await expect(code).toMatchFileSnapshot(snapshot('module-registry.d.ts'))
  })

  it('reads JavaScript files where TypeScript does', () => {
    const code = renderDeclarations({
      modules: project,
      path: 'types.d.ts',
      importExtension: '.js',
      allowJs: true,
    })
    expect(code).toContain("'legacy': InstanceType<typeof import('./extensions/legacy.js').Legacy>")
    expect(code).toContain("'mail.send': typeof import('./extensions/mail/send.mjs').default")
  })

  it('may have no module', async () => {
    const code = renderDeclarations({ modules: [], path: 'module-registry.d.ts' })
    await expect(code).toMatchFileSnapshot(snapshot('module-registry-empty.d.ts'))
  })
})

import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderDeclarations } from '../../../src/compiler/emit/declarations.ts'
import type { EmittedModule } from '../../../src/compiler/emit/emitted-module.ts'
import { renderRegistryFile } from '../../../src/compiler/emit/registry-file.ts'
import type { ImportExtension } from '../../../src/compiler/emit/specifier.ts'
import { check, compilers, createPackage, type Project } from './project.ts'
import { javascriptModules, typescriptModules, type WrittenModule } from './shapes.ts'

const everything = [...typescriptModules, ...javascriptModules]

/** How a project is set up, as far as generated types depend on it. */
interface Setting {
  readonly compilerOptions: object
  /** Of the registry file. */
  readonly importExtension: ImportExtension
  readonly declarations: { readonly importExtension?: ImportExtension }
  readonly allowJs: boolean
}

const settings: Readonly<Record<string, Setting>> = {
  'bundler resolution': {
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
    importExtension: '.ts',
    declarations: { importExtension: '.ts' },
    allowJs: false,
  },
  'nodenext resolution and JavaScript': {
    compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' },
    importExtension: '.js',
    declarations: { importExtension: '.js' },
    allowJs: true,
  },
  'rules that leave nothing to infer, and declarations that import .ts where the project may not': {
    compilerOptions: {
      ...{ module: 'nodenext', moduleResolution: 'nodenext', erasableSyntaxOnly: true },
      ...{ declaration: true, isolatedDeclarations: true },
    },
    importExtension: '.js',
    declarations: {},
    allowJs: false,
  },
}

/** What the last setting forbids in sources: it is there for the generated files. */
const BELONGS_TO_USERS = /^extensions\/.* error TS(90\d\d|1294):/

let packageFolder: string
beforeAll(() => {
  packageFolder = createPackage()
})
afterAll(() => rmSync(packageFolder, { recursive: true }))

function emit({ id, file, exportName, shape, description }: WrittenModule, index: number): EmittedModule {
  const load = index % 2 === 0 ? 'lazy' : 'eager'
  const place = { file: `extensions/${file}`, scope: 'project', origin: 'extensions', load } as const
  const entry = { kind: 'module', id, className: exportName, exportName, ...place }
  return { entry: description === undefined ? entry : { ...entry, description }, shape }
}

/** A project with these modules, both generated files, and files of its own that use them. */
function project(written: readonly WrittenModule[], setting: Setting, own: Record<string, string>): Project {
  const modules = written.map(emit)
  const { importExtension, allowJs } = setting
  const path = 'src/module-registry.gen.ts'
  const strictest = {
    ...{ noUnusedLocals: true, noUnusedParameters: true, exactOptionalPropertyTypes: true },
    ...{ noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true, noImplicitOverride: true },
    ...{ verbatimModuleSyntax: true, isolatedModules: true },
  }
  const sources = written.map(({ file, source }) => [`extensions/${file}`, source])
  const ours = Object.entries(own).map(([file, text]) => [
    `src/${file}`,
    text.replaceAll('GENERATED', `./module-registry.gen${importExtension}`),
  ])
  const declarations = { modules, path: 'src/module-registry.d.ts', allowJs, ...setting.declarations }
  return {
    compilerOptions: { ...strictest, ...setting.compilerOptions, allowJs },
    files: {
      ...Object.fromEntries([...sources, ...ours]),
      'src/module-registry.d.ts': renderDeclarations(declarations),
      [path]: renderRegistryFile({ modules, path, importExtension, allowJs }),
    },
  }
}

/** Holds every ID of both generated files to the type that the source itself calls `Expected`. */
function expectTypes(written: readonly WrittenModule[], { importExtension, allowJs }: Setting): string {
  const members = written.map(({ id, file }) => {
    const readable = allowJs || file.endsWith('.ts')
    const name = readable
      ? `../extensions/${file.replace(/\.ts$/, importExtension)}`
      : 'unplugin-module-registry/runtime'
    return `  ${id}: import('${name}').${readable ? 'Expected' : 'Module'}`
  })
  return `
    import type { ModuleMap as Virtual } from 'virtual:module-registry'
    import type { ModuleMap as File } from 'GENERATED'

    interface Expected {
    ${members.join('\n')}
    }

    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false
    type Differing<A, B> = {
      [Id in keyof A | keyof B]: Id extends keyof A & keyof B ? (Same<A[Id], B[Id]> extends true ? never : Id) : Id
    }[keyof A | keyof B]

    type None<Ids extends never> = Ids
    export type Checked = None<Differing<Virtual, Expected> | Differing<File, Expected>>
  `
}

const usage = `
  import { catalog, type ModuleId, registry } from 'virtual:module-registry'
  import { catalog as bare } from 'virtual:module-registry/catalog'
  import byDefault, { catalog as listed, registry as fromFile } from 'GENERATED'

  export async function use(): Promise<void> {
    for (const each of [registry, byDefault, fromFile]) {
      const named = await each.get('named_class')
      const answer: boolean = named.execute(1)
      const called: boolean = await each.call('named_class', 1)
      // @ts-expect-error: an ID that no module has
      await each.get('named_clas')
      // @ts-expect-error: inputs of another type
      await each.call('named_class', 'one')
      // @ts-expect-error: not what this module gives
      const wrong: string = await each.call('named_class', 1)
      await each.call('object_const', answer && called ? 1 : wrong.length)
    }
    for (const entry of [...catalog, ...bare, ...listed]) await registry.load(entry.id)
  }

  export const id: ModuleId = 'required_arguments'
`

const untyped = `
  import { catalog, registry } from 'virtual:module-registry'
  import { catalog as listed, registry as fromFile } from 'GENERATED'

  export async function use(): Promise<void> {
    for (const each of [registry, fromFile]) await each.get('any.id')
    for (const { id } of [...catalog, ...listed]) await registry.call(id, {})
  }
`

describe.each(Object.entries(compilers))('%s', (_, compiler) => {
  it.each(Object.entries(settings))('gives every ID the type of its module with %s', (_, setting) => {
    const own = { 'types.ts': expectTypes(everything, setting), 'usage.ts': usage }
    const messages = check(compiler, packageFolder, project(everything, setting, own))
    expect(messages.filter((message) => !BELONGS_TO_USERS.test(message))).toEqual([])
  })

  it('takes any ID while there is no module', () => {
    const setting = settings['bundler resolution']!
    expect(check(compiler, packageFolder, project([], setting, { 'main.ts': untyped }))).toEqual([])
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compilation, Compiler } from '../../src/compiler/compile.ts'
import type { Host } from '../../src/compiler/host.ts'
import { nodeHost } from '../../src/compiler/node-host.ts'
import { resolveOptions } from '../../src/compiler/resolve-options.ts'
import { explainCompiled } from '../../src/explain/explain-file.ts'
import type { Explanation } from '../../src/explain/explanation.ts'
import { formatExplanation } from '../../src/explain/print.ts'
import type { Options } from '../../src/index.ts'
import { OptionsInvalidError } from '../../src/index.ts'
import { type MemoryFiles, memoryHost } from '../support/memory-host.ts'

const fixtures = resolve(import.meta.dirname, '../fixtures/problems')
const projects = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(resolve(fixtures, name)).map((one) => resolve(fixtures, name, one)))
projects.push(resolve(import.meta.dirname, '../../playground'))

describe('an explanation says what a compilation does', () => {
  it('of every file of every fixture', async () => {
    let taken = 0
    for (const root of projects) {
      const file = resolve(root, 'options.json')
      const options = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Options) : {}
      const files = filesBelow(root)
      try {
        const all = await explainAll(files, { ...options, root }, nodeHost)
        taken += all.filter((one) => one.taken).length
      } catch (error) {
        if (!(error instanceof OptionsInvalidError)) throw error
      }
    }
    expect(taken).toBeGreaterThan(50)
  }, 60_000)

  it('of every file of any tree, under any options', async () => {
    const rules = new Set<string>()
    await fc.assert(
      fc.asyncProperty(trees(), anyOptions(), async (files, options) => {
        const host = memoryHost(files)
        const asked = [...Object.keys(files), 'extensions/mail', 'extensions/none.ts', '../other.ts']
        for (const one of await explainAll(asked, { ...options, root: '/project' }, host)) {
          rules.add(one.reason?.rule ?? 'taken')
        }
      }),
      { numRuns: 150 },
    )
    // Trees that never come near most rules would prove nothing of them.
    expect(rules.size).toBeGreaterThan(15)
  }, 60_000)
})

/** Explains files, and holds what is said to what the compiler gave. */
async function explainAll(files: readonly string[], options: Options, host: Host): Promise<Explanation[]> {
  const compiler = new Compiler(resolveOptions(options, '/project'), host)
  const compilation = await compiler.compile()
  return files.map((file) => {
    const explanation = explainCompiled(file, compiler, compilation, host)
    holdTo(compilation, explanation)
    return explanation
  })
}

function holdTo({ catalog, plugins, paths }: Compilation, explanation: Explanation): void {
  const { file, ids, taken, reason, root, classes, contributed, plugin } = explanation
  const modules = catalog.filter((entry) => entry.file === file).map(({ id }) => id)
  const owned = plugins.filter((one) => one.file === file || one.manifest === file).map(({ id }) => id)
  const context = `${file}: ${JSON.stringify(explanation)}`
  expect(taken, context).toBe(ids.length > 0)
  expect(reason === undefined, context).toBe(taken)
  expect(reason?.message, context).not.toBe('Its modules were refused.')
  // What follows from the rules alone, without a look into the catalog, is what the catalog holds.
  const derived = classes.flatMap(({ id, registered }) => (id !== undefined && registered ? id : []))
  expect(plugin?.tools ?? derived.sort(), context).toEqual(modules)
  expect(contributed, context).toEqual([])
  for (const { id, outcome } of classes) if (id !== undefined) expect(outcome, context).toBe('module')
  if (reason?.rule === 'no-module') expect(classes.filter((one) => one.outcome === 'module')).toEqual([])
  expect(ids, context).toEqual(expect.arrayContaining([...modules, ...owned]))
  expect(ids.length, context).toBe(
    modules.length + (plugin?.id !== undefined && plugin.role !== 'other file' ? 1 : 0),
  )
  const isExtensionFile = paths.has(file) && owned.length === 0
  if (isExtensionFile || root !== undefined) expect(paths.has(file), context).toBe(true)
  if (isExtensionFile) expect(root, context).toBeDefined()
  expect(formatExplanation(explanation)).toContain(file)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, resolve(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.includes('node_modules/') && !/^(?:dist|\.)/.test(file))
}

const MODULE = 'export class Add implements Module {}\n'
const TEXTS: readonly string[] = [
  MODULE,
  'export class Add implements Module {}\nexport class Sub extends Add {}\n',
  '/** @multiClass */\nexport class Add implements Module {}\nexport class HTTPSub extends Add {}\n',
  '/** @multiClass */\nexport class Add implements Module {}\nexport class add implements Module {}\n',
  'export abstract class Base implements Module {}\n',
  'class Hidden implements Module {}\n',
  "import { Base } from './base.ts'\nexport class Far extends Base {}\n",
  "import { Gone } from './gone.ts'\nexport class Lost extends Gone {}\n",
  'export const greet: Module = { description: "Greets" }\n',
  'const greet: Module = {}\n',
  "import { module } from 'apcore-js'\nexport const made = module({})\n",
  'export class Plain extends Other {}\n',
  'export const a = 1\n',
  "export * from './add.ts' // implements class Module\n",
  'export class Broken implements Module {\n',
  '',
]
const MANIFEST = '[plugin]\nname = "one"\nkind = "llm"\nentry_point = "plugin:One"\n'
const FOLDERS = ['mail', 'Mail-Box', '_own', '.git', 'node_modules', 'a/b', 'dist', '2fa', 'skipped']
const NAMES = [
  ...[
    'add.ts',
    'add.js',
    'Add.ts',
    'base.ts',
    'sendMail.ts',
    '_own.ts',
    '.hidden.ts',
    'add.test.ts',
    'types.d.ts',
  ],
  ...['2fa.ts', 'view.tsx', 'notes.md', 'README', 'skip.ts', 'send.email.ts'],
]

function trees(): fc.Arbitrary<MemoryFiles> {
  const folder = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    fc.constantFrom(...FOLDERS.map((one) => `${one}/`)),
  )
  const root = fc.constantFrom('extensions/', 'extensions/', 'extensions/', 'more/', 'lib/', 'plugins/')
  const path = fc.tuple(root, folder, fc.constantFrom(...NAMES)).map((parts) => parts.join(''))
  const node = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...TEXTS) },
    fc.constantFrom({ refuses: 'EACCES' } as const, { link: '/project/lib/add.ts' } as const),
  )
  const files = fc.dictionary(path, node, { minKeys: 1, maxKeys: 14 })
  const plugin = fc.constantFrom<MemoryFiles>(
    {},
    {
      'plugins/one/dagstack.toml': MANIFEST,
      'plugins/one/plugin.ts': 'export class One {}\n',
      'plugins/one/util.ts': '',
    },
    { 'plugins/one/dagstack.toml': MANIFEST, 'plugins/one/util.ts': '' },
    { 'plugins/dist/one/dagstack.toml': MANIFEST, 'plugins/dist/one/plugin.ts': 'export class One {}\n' },
  )
  return fc
    .tuple(files, plugin)
    .map(([some, others]) => ({ 'extensions/': '', 'more/': '', 'lib/': '', ...some, ...others }))
}

function anyOptions(): fc.Arbitrary<Options> {
  return fc.record(
    {
      extensions: fc.constantFrom<NonNullable<Options['extensions']>>(
        'extensions',
        ['extensions', 'more'],
        [
          { root: 'extensions', namespace: 'own' },
          { root: 'more', namespace: 'own', scope: 'builtin' },
          { root: 'lib', namespace: 'own', scope: 'global' },
        ],
        [
          { root: 'extensions', namespace: 'own' },
          { root: 'more', namespace: 'own' },
        ],
        'absent',
        '.',
        false,
      ),
      skip: fc.constantFrom(['skip.*'], ['extensions/skipped/**', 'skipped']),
      maxDepth: fc.constantFrom(0, 1, 2),
      followSymlinks: fc.boolean(),
      fileNames: fc.constantFrom('normalize' as const, 'strict' as const),
      onMultiple: fc.constantFrom('error' as const, 'first' as const),
      output: fc.constantFrom('extensions/add.ts', 'src/gen.ts'),
      moduleInterface: fc.constantFrom('Module', 'Tool'),
    },
    { requiredKeys: [] },
  )
}

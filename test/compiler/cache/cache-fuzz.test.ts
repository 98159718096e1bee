import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Compilation } from '../../../src/index.ts'
import { createProject, type Project } from '../../support/project.ts'

const MODULE = "import type { Module } from 'unplugin-module-registry/runtime'\n"

/** What a file may hold; most of it leads to another file, which may be there or not. */
const texts = [
  `${MODULE}export class A implements Module { readonly description = 'one'; execute() {} }\n`,
  `${MODULE}import { TAGS } from './constants'\nexport class A implements Module { tags = TAGS; execute() {} }\n`,
  `${MODULE}import { TAGS } from '#lib/constants'\nexport class A implements Module { tags = TAGS; execute() {} }\n`,
  "import { Base } from './base'\nexport class B extends Base { execute() {} }\n",
  "import { Base } from 'somewhere'\nexport class B extends Base { execute() {} }\n",
  `${MODULE}export abstract class Base implements Module { version = '1'; abstract execute(): void }\n`,
  "export { Base } from './a'\nexport { TAGS } from './b'\n",
  "export class Base {}\nexport const TAGS = ['base']\n",
  "export const TAGS = ['x', 'y']\n",
  'export class Half implements Module {\n',
  '',
]

const files = ['a', 'b', 'base', 'constants'].flatMap((name) => [
  `extensions/${name}.ts`,
  `extensions/deep/${name}.ts`,
])

const write = fc
  .tuple(fc.constantFrom(...files), fc.constantFrom(...texts))
  .map(
    ([file, text]) =>
      [
        `write ${file} ${texts.indexOf(text)}`,
        (project: Project) => project.write({ [file]: text }),
      ] as const,
  )
const remove = fc
  .constantFrom(...files)
  .map(
    (file) => [`remove ${file}`, (project: Project) => rmSync(project.path(file), { force: true })] as const,
  )
const special = fc.constantFrom(
  [
    'map to b',
    (project: Project) => project.write({ 'tsconfig.json': config('./extensions/b.ts') }),
  ] as const,
  [
    'map to deep',
    (project: Project) => project.write({ 'tsconfig.json': config('./extensions/deep/constants.ts') }),
  ] as const,
  ['map nothing', (project: Project) => rmSync(project.path('tsconfig.json'), { force: true })] as const,
  [
    'install',
    (project: Project) =>
      project.write({
        'node_modules/somewhere/package.json': '{ "types": "i.d.ts" }',
        'node_modules/somewhere/i.d.ts': texts[5]!,
      }),
  ] as const,
  [
    'uninstall',
    (project: Project) => rmSync(project.path('node_modules'), { recursive: true, force: true }),
  ] as const,
)
const run = fc.constant(['run', undefined] as const)
const steps = fc.array(fc.oneof({ weight: 5, arbitrary: write }, remove, special, run), {
  minLength: 4,
  maxLength: 14,
})

function config(target: string): string {
  return JSON.stringify({ compilerOptions: { paths: { '#lib/constants': [target] } } })
}

function print({ catalog, diagnostics, inputs }: Compilation): string {
  return JSON.stringify([catalog, diagnostics, inputs.folders])
}

it('gives what a run without a cache gives, whatever was changed in between', {
  timeout: 60_000,
}, async () => {
  const project = createProject({})
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      for (const folder of ['extensions', 'node_modules', 'kept', 'tsconfig.json'])
        rmSync(project.path(folder), { recursive: true, force: true })
      project.write({ 'extensions/': '' })
      for (const [, change] of [...changes, ['run', undefined] as const]) {
        if (change !== undefined) {
          change(project)
          continue
        }
        const cached = await project.compile({ cache: 'kept', dts: false })
        const cold = await project.compile({ cache: false, dts: false })
        expect(print(cached)).toBe(print(cold))
        // It may look at a configuration that no file needs any more.
        expect(cached.inputs.files).toEqual(expect.arrayContaining([...cold.inputs.files]))
        expect(existsSync(project.path('kept'))).toBe(true)
      }
    }),
    { numRuns: Number(process.env.FUZZ_STEPS ?? 60) },
  )
})

it('can be written by several at once', async () => {
  const project = createProject({ 'extensions/a.ts': texts[0]!, 'extensions/b.ts': texts[5]! })
  const compilations = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      writeFileSync(project.path('extensions/b.ts'), texts[index % 2 === 0 ? 5 : 8]!)
      return project.compile({ cache: 'kept', dts: false })
    }),
  )
  expect(compilations.every(({ diagnostics }) => diagnostics.length === 0)).toBe(true)
  expect(print(await project.compile({ cache: 'kept', dts: false }))).toBe(
    print(await project.compile({ cache: false, dts: false })),
  )
  expect(readFileSync(project.path('kept/.gitignore'), 'utf8')).toBe('*\n')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileSegment, isSegment, suggestSegment, toSegment } from '../../src/identity/segment.ts'
import { discoverMultiClass, ModuleRegistryError } from '../../src/index.ts'
import { idsOf, printCompilation } from '../support/print.ts'
import { compileFiles, IMPORT_MODULE } from '../support/project.ts'

const ID = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/

/** Names that classes have: many that collide, some that are not legal, some of other scripts. */
const className = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_$]{0,8}$/) },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom('My', 'my', 'HTTP', '_', '1', 'X', 'x', '$', 'é', '加'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join(''))
      .filter((name) => !/^\d/.test(name)),
  },
  fc.constantFrom('constructor', '__proto__', 'toString', '_2FA', '加法', 'Übersicht', 'A'.repeat(100)),
)

/** Names that files and folders have. */
const pathPart = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/) },
  fc.constantFrom(
    '[id]',
    '(group)',
    'a b',
    'a.b',
    '2fa',
    'übersicht',
    '__proto__',
    'constructor',
    "it's",
    '"q"',
    'a\u0001b',
    'schema',
  ),
)

const classList = fc.array(
  fc.record({ name: className, implementsModule: fc.boolean(), multiClass: fc.boolean() }),
  { maxLength: 6 },
)

describe('segments', () => {
  it('are legal, or told apart from legal ones, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
        const segment = toSegment(name)
        expect(segment).toMatch(/^[a-z0-9_]*$/)
        expect(segment).not.toMatch(/__|^_|_$/)
        expect(isSegment(segment)).toBe(/^[a-z]/.test(segment))
      }),
    )
  })

  it('do not change when they are made again', () => {
    fc.assert(
      fc.property(fc.oneof(className, fc.string({ unit: 'binary' })), (name) => {
        const segment = toSegment(name)
        expect(toSegment(segment)).toBe(segment)
        const fromFile = fileSegment(name, 'normalize')
        if (fromFile !== undefined) expect(fileSegment(fromFile, 'strict')).toBe(fromFile)
      }),
    )
  })

  it('are suggested only where they are legal, new, and stay what they are', () => {
    fc.assert(
      fc.property(fc.oneof(pathPart, fc.string({ unit: 'binary' })), (name) => {
        const suggestion = suggestSegment(name)
        if (suggestion === undefined) return
        expect(isSegment(suggestion)).toBe(true)
        expect(suggestion).not.toBe(name)
        expect(fileSegment(suggestion, 'strict')).toBe(suggestion)
      }),
    )
  })
})

/** What discoverMultiClass must do, said once more in the simplest way. */
function model(
  path: string[],
  classes: { name: string; implementsModule: boolean; multiClass: boolean }[],
  on: boolean,
) {
  const modules = classes.filter((one) => one.implementsModule)
  if (modules.length === 0) return []
  const parts = path.map((part) => fileSegment(part, 'normalize'))
  if (parts.includes(undefined)) return 'INVALID_SEGMENT'
  const base = parts.join('.')
  const multi = modules.length > 1 && (on || modules.some((one) => one.multiClass))
  const chosen = multi
    ? modules.map(({ name }) => ({ moduleId: `${base}.${toSegment(name)}`, className: name }))
    : [{ moduleId: base, className: modules[0]!.name }]
  if (multi && modules.some(({ name }) => !/^[a-z]/.test(toSegment(name)))) return 'INVALID_SEGMENT'
  for (const a of chosen)
    for (const b of chosen) if (a !== b && a.moduleId === b.moduleId) return 'MODULE_ID_CONFLICT'
  return chosen.some(({ moduleId }) => moduleId.length > 192) ? 'ID_TOO_LONG' : chosen
}

describe('discoverMultiClass', () => {
  it('gives IDs of the grammar or throws one of its errors, as a brute-force model does', () => {
    fc.assert(
      fc.property(
        fc.array(pathPart, { minLength: 1, maxLength: 4 }),
        classList,
        fc.boolean(),
        (path, classes, on) => {
          const run = () => {
            try {
              return discoverMultiClass(`extensions/${path.join('/')}.ts`, classes, 'extensions', on)
            } catch (error) {
              if (!(error instanceof ModuleRegistryError)) throw error
              return error.code
            }
          }
          const result = run()
          expect(result).toEqual(model(path, classes, on))
          expect(run()).toEqual(result)
          if (typeof result === 'string') return
          for (const { moduleId } of result) {
            expect(moduleId).toMatch(ID)
            expect(moduleId).not.toContain('__')
            expect(moduleId.length).toBeLessThanOrEqual(192)
          }
          expect(new Set(result.map(({ moduleId }) => moduleId)).size).toBe(result.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('compile', () => {
  const identifier = className.filter((name) => !['constructor', '__proto__', 'toString'].includes(name))

  it('agrees with discoverMultiClass for every file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          pathPart.filter((part) => !/^_/.test(part)),
          { minLength: 1, maxLength: 3 },
        ),
        fc.uniqueArray(fc.record({ name: identifier, multiClass: fc.boolean() }), {
          selector: (one) => one.name,
          minLength: 1,
          maxLength: 4,
        }),
        async (path, classes) => {
          const source = classes.map(
            ({ name, multiClass }) =>
              `export class ${name} implements Module { static multiClass = ${multiClass}; execute() {} }\n`,
          )
          const file = `extensions/${path.join('/')}.ts`
          const compilation = await compileFiles(
            { [file]: IMPORT_MODULE + source.join('') },
            { onMultiple: 'first', reservedWords: [] },
          )
          const errors = compilation.diagnostics
            .filter(({ severity }) => severity === 'error')
            .map(({ code }) => code)
          try {
            const expected = discoverMultiClass(
              file,
              classes.map((one) => ({ ...one, implementsModule: true })),
            )
            expect(errors).toEqual([])
            expect(idsOf(compilation)).toEqual(expected.map(({ moduleId }) => moduleId).sort())
          } catch (error) {
            if (!(error instanceof ModuleRegistryError)) throw error
            expect(errors).toContain(error.code)
            expect(idsOf(compilation)).toEqual([])
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('finds exactly the IDs that several files claim, as a brute-force model does', async () => {
    const name = fc.constantFrom('a', 'b', 'A', 'B', 'a_b', 'a-b', 'aB', 'AB')
    const file = fc.record({
      path: fc.array(name, { minLength: 1, maxLength: 2 }),
      extension: fc.constantFrom('ts', 'js'),
      classes: fc.uniqueArray(fc.constantFrom('A', 'B', 'Ab', 'C'), { minLength: 1, maxLength: 3 }),
    })
    const files = fc.uniqueArray(file, {
      selector: ({ path, extension }) => `${path.join('/')}.${extension}`,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(files, async (list) => {
        const claims = list.flatMap(({ path, extension, classes }) => {
          const base = path.map(toSegment).join('.')
          const of = `extensions/${path.join('/')}.${extension}`
          return classes.map((one) => ({ of, id: classes.length === 1 ? base : `${base}.${toSegment(one)}` }))
        })
        const sources = list.map(({ path, extension, classes }) => {
          const texts = classes.map(
            (one) =>
              `/** @implements {Module} */\nexport class ${one} ${extension === 'ts' ? 'implements Module ' : ''}{ static multiClass = true }\n`,
          )
          return [
            `extensions/${path.join('/')}.${extension}`,
            IMPORT_MODULE.replace('type ', extension === 'ts' ? 'type ' : '') + texts.join(''),
          ]
        })
        const compilation = await compileFiles(Object.fromEntries(sources))
        const once = claims.filter(({ id }) => claims.filter((other) => other.id === id).length === 1)
        const twice = claims.filter(({ id }) => claims.filter((other) => other.id === id).length > 1)
        expect(idsOf(compilation), printCompilation(compilation)).toEqual(once.map(({ id }) => id).sort())
        const reported = compilation.diagnostics
          .filter(({ code }) => code === 'MODULE_ID_CONFLICT')
          .flatMap(({ details }) => (details.files as string[]).map((of) => `${details.moduleId} ${of}`))
        expect(reported.sort()).toEqual(twice.map(({ id, of }) => `${id} ${of}`).sort())
      }),
      { numRuns: 150 },
    )
  })
})

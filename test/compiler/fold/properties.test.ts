/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are sources */
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryHost } from '../../support/memory-host.ts'
import { entriesOf } from '../../support/print.ts'
import { compileOn, IMPORT_MODULE } from '../../support/project.ts'

const text = fc.string({ maxLength: 4 }).map((value) => JSON.stringify(value))
const number = fc
  .oneof(fc.integer({ min: -9, max: 99 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => `(${value})`)
const leaf = fc.oneof(
  text,
  number,
  fc.constantFrom(
    'true',
    'false',
    'null',
    'undefined',
    'NaN',
    '1n',
    'A',
    'B.b',
    'B',
    'C[1]',
    'E.Y',
    'E',
    '`t${A}`',
  ),
)
const unary = fc.constantFrom('+', '-', '~', '!', 'typeof ', 'void ')
const binary = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '>>>',
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '>',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
)
const key = fc
  .oneof(
    fc.constantFrom('a', 'b', 'length', '__proto__', 'constructor', 'toString', '0', '1'),
    fc.string({ maxLength: 3 }),
  )
  .map((value) => JSON.stringify(value))

/** Texts of expressions, most of them with a constant value. */
const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.tuple(unary, tie('any')).map(([operator, operand]) => `${operator}(${operand})`),
    fc
      .tuple(tie('any'), binary, tie('any'))
      .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-'), tie('any'), tie('any'))
      .map(([a, operator, b, c]) => `(${a}) ${operator} (${b}) + (${c})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([test, yes, no]) => `((${test}) ? (${yes}) : (${no}))`),
    fc.array(tie('any'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.tuple(tie('any'), tie('any')).map(([first, rest]) => `[(${first}), ...[(${rest})]]`),
    fc
      .array(fc.tuple(key, tie('any')), { maxLength: 3 })
      .map((entries) => `{ ${entries.map(([name, value]) => `[${name}]: (${value})`).join(', ')} }`),
    fc
      .array(fc.tuple(key, tie('any')), { maxLength: 3 })
      .map((entries) => `{ ${entries.map(([name, value]) => `${name}: (${value})`).join(', ')} }`),
    fc.tuple(tie('any'), tie('any')).map(([spread, value]) => `{ a: 1, ...(${spread}), b: (${value}) }`),
    fc.tuple(tie('any'), key).map(([object, name]) => `(${object})[${name}]`),
    fc.tuple(tie('any'), key).map(([object, name]) => `(${object})?.[${name}]`),
    fc
      .tuple(text, tie('any'), text)
      .map(
        ([before, value]) =>
          `\`${before.slice(1, -1).replaceAll('`', '').replaceAll('$', '').replaceAll('\\', '')}\${${value}}\``,
      ),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([a, b]) => `Object.freeze({ a: (${a}), get b() { return (${b}) } })`),
  ),
})).any

const TYPED =
  "const A = 'a' as const\nconst B = { b: 2, c: [1] } as const\nconst C = [A, B]\nenum E { X, Y = 5, Z = 'z' }\n"
const PLAIN =
  "const A = 'a'\nconst B = { b: 2, c: [1] }\nconst C = [A, B]\nconst E = { 0: 'X', 5: 'Y', X: 0, Y: 5, Z: 'z' }\n"

/**
 * What JavaScript makes of an expression, as JSON. A module whose parts throw is never there, so that it has no values
 * that others could be compared to.
 */
function evaluate(source: string): string | 'throws' | 'no JSON' {
  try {
    return runInNewContext(`${PLAIN}
    const read = () => {
      let value
      try { value = { it: ${source} } } catch { return 'throws' }
      try {
        return JSON.stringify(value, (key, part) => {
          if (typeof part === 'number' && !Number.isFinite(part)) throw 'no JSON'
          if (Array.isArray(part) && part.includes(undefined)) throw 'no JSON'
          return part
        })
      } catch (error) { return error === 'no JSON' ? error : 'throws' }
    }
    read()`)
  } catch {
    return 'throws'
  }
}

it('gives what JavaScript gives, or nothing', async () => {
  let folded = 0
  let total = 0
  await fc.assert(
    fc.asyncProperty(fc.array(expression, { minLength: 8, maxLength: 8 }), async (sources) => {
      const files = Object.fromEntries(
        sources.map((source, index) => [
          `extensions/e${index}.ts`,
          `${IMPORT_MODULE}${TYPED}export class Subject implements Module {\n  metadata = { it: ${source} }\n  execute() {}\n}\n`,
        ]),
      )
      const compilation = await compileOn(memoryHost(files))
      expect(compilation.diagnostics).toEqual([])
      for (const [index, source] of sources.entries()) {
        const entry = entriesOf(compilation)[index]!
        total++
        if (entry.metadata === undefined)
          expect(entry.unresolved?.metadata?.reason, source).toBeTypeOf('string')
        else {
          folded++
          const expected = evaluate(source)
          if (expected !== 'throws') expect(sorted(entry.metadata), source).toBe(sorted(JSON.parse(expected)))
        }
      }
    }),
    { numRuns: 60 },
  )
  expect(folded / total).toBeGreaterThan(0.3)
})

/** With the keys of all objects in order, `__proto__` among them. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${sorted(member)}`).join()}}`
}

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SchemaSide } from '../../../../src/compiler/fold/schema-library.ts'
import { LibraryValue, Thunk, type Value } from '../../../../src/compiler/fold/value.ts'
import { createSchemaLibraries } from '../../../../src/compiler/schemas/libraries.ts'
import { writtenSchema } from '../../../../src/compiler/schemas/written-schema.ts'
import { declared, type Expected, runForReal } from './expected.ts'
import { foldSource, Refused } from './fold-source.ts'

/** What a table is about: how its sources begin, and how the library converts. */
export interface Library {
  readonly prelude: string
  readonly convert: string
}

/** Folds one case, with libraries of its own. */
export function foldCase(
  prelude: string,
  text: string,
  side: SchemaSide,
  from = join(process.cwd(), 'extensions', 'a.ts'),
): { schema: object | boolean } | { reason: string } {
  try {
    const value = foldSource(`${prelude}\n${declared(text)}`, from, createSchemaLibraries())('S')
    return value instanceof LibraryValue
      ? value.library.toJsonSchema(value, side)
      : writtenSchema(unwrap(value, side))
  } catch (error) {
    if (error instanceof Refused) return { reason: error.message }
    throw error
  }
}

/** Plain data, with the values of libraries converted one by one, as the constant folder does it. */
function unwrap(value: Value, side: SchemaSide): unknown {
  if (value instanceof LibraryValue) {
    const result = value.library.toJsonSchema(value, side)
    if ('reason' in result) throw new Refused(result.reason)
    return result.schema
  }
  if (value instanceof Thunk) throw new Refused('a function is no plain data')
  if (Array.isArray(value)) return value.map((item) => unwrap(item, side))
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unwrap(member, side)]))
}

/**
 * Tests that each source, folded, is what the library makes of it when it is run: the same schema, or the same refusal.
 */
export function describeTable(name: string, library: Library, texts: readonly string[]): void {
  describe(name, () => {
    const real = runForReal(library.prelude, library.convert, texts)
    it.each(texts.map((text, index) => [text, index] as const))('%s', (text, index) => {
      for (const side of ['input', 'output'] as const) {
        const expected = real[index]?.[side] as Expected
        const folded = foldCase(library.prelude, text, side)
        if ('error' in expected) expect(folded).toEqual({ reason: expected.error.split('\n')[0] })
        else expect(folded).toEqual(expected)
      }
    })
  })
}

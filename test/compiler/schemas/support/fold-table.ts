import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SchemaSide } from '../../../../src/compiler/fold/schema-library.ts'
import { LibraryValue, Thunk, type Value } from '../../../../src/compiler/fold/value.ts'
import { createSchemaLibraries } from '../../../../src/compiler/schemas/libraries.ts'
import { writtenSchema } from '../../../../src/compiler/schemas/written-schema.ts'
import { memoryHost } from '../../../support/memory-host.ts'
import { entriesOf } from '../../../support/print.ts'
import { compileOn, IMPORT_MODULE } from '../../../support/project.ts'
import { checkSchema } from './check-schema.ts'
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
 * So it is for the libraries alone, and for a module of a project that has such a schema for what goes in and comes out.
 */
export function describeTable(name: string, library: Library, texts: readonly string[]): void {
  describe(name, () => {
    const real = runForReal(library.prelude, library.convert, texts)
    const compiled = compileModules(library.prelude, texts)
    it.each(texts.map((text, index) => [text, index] as const))('%s', async (text, index) => {
      const modules = await compiled
      for (const side of ['input', 'output'] as const) {
        const expected = real[index]?.[side] as Expected
        const wanted = 'error' in expected ? { reason: expected.error.split('\n')[0] } : expected
        expect(foldCase(library.prelude, text, side)).toEqual(wanted)
        const folded = modules(index, side)
        expect(folded).toEqual(wanted)
        if (folded.schema !== undefined) checkSchema(folded.schema)
      }
    })
  })
}

/** Compiles a module for each source. */
async function compileModules(prelude: string, texts: readonly string[]) {
  const files = texts.map((text, index) => [
    `extensions/m${index}.ts`,
    `${IMPORT_MODULE}${prelude}\n${declared(text)}
export class Subject implements Module { inputSchema = S; outputSchema = S; execute() {} }`,
  ])
  const root = `${import.meta.dirname.replaceAll('\\', '/')}/project`
  const compilation = await compileOn(memoryHost(Object.fromEntries(files), { root }))
  expect(compilation.diagnostics).toEqual([])
  const entries = new Map(entriesOf(compilation).map((entry) => [entry.file, entry]))
  return (index: number, side: SchemaSide) => {
    const entry = entries.get(`extensions/m${index}.ts`)
    const schema = entry?.[`${side}Schema`]
    const reason = entry?.unresolved?.[`${side}Schema`]?.reason
    return { ...(schema === undefined ? {} : { schema }), ...(reason === undefined ? {} : { reason }) }
  }
}

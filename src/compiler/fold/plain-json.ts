import { canonicalCopy } from '../../util/canonical-json.ts'
import { errorText } from '../../util/error-text.ts'
import { isKnownAsNormal } from '../schemas/normal-form/simple.ts'
import type { Environment, Span } from './environment.ts'
import type { Folder } from './folder.ts'
import { libraryJsonSchema } from './library-calls.ts'
import { FoldedObject, isList, isPrimitive, type Operand, Unknown } from './operand.ts'
import type { SchemaSide } from './schema-library.ts'
import { LibraryValue, Unfoldable } from './value.ts'

/** How many values, and characters of text, a field may have. */
const MAX_VALUES = 50_000
const MAX_CHARACTERS = 1_000_000
const MAX_DEPTH = 200

/** Where a field is written, and what its schemas describe. */
export interface PlainContext {
  readonly folder: Folder
  /** The initialiser of the field. */
  readonly span: Span
  readonly env: Pick<Environment, 'path'>
  /** For schemas; absent where a schema of a library is no value. */
  readonly side?: SchemaSide
}

/**
 * Makes a folded value plain JSON, with the keys of every object in canonical order.
 *
 * @returns `undefined` for what JSON does not hold at the top
 * @throws Unfoldable for what JSON cannot hold
 */
export function toPlainJson(operand: Operand, context: PlainContext): unknown {
  return canonical(new PlainWriter(context).write(operand, 0), context)
}

/** Equal values have equal bytes afterwards; a key such as `__proto__` is a key like any other. */
function canonical(value: unknown, { folder, span, env }: PlainContext): unknown {
  if (value === undefined) return undefined
  try {
    return isKnownAsNormal(value) ? value : canonicalCopy(value)
  } catch (error) {
    throw folder.unfoldable(`it cannot be written as JSON: ${errorText(error)}`, span, env)
  }
}

class PlainWriter {
  readonly #context: PlainContext
  #values = 0
  #characters = 0

  constructor(context: PlainContext) {
    this.#context = context
  }

  write(operand: Operand, depth: number): unknown {
    if (operand instanceof Unknown) throw new Unfoldable(operand.why)
    if (++this.#values > MAX_VALUES) throw this.#refuse('the value is too large')
    if (depth > MAX_DEPTH) throw this.#refuse('the value is nested too deeply')
    if (isPrimitive(operand)) return this.#primitive(operand)
    if (operand instanceof LibraryValue) return this.#schema(operand, depth)
    if (isList(operand)) return operand.map((item) => this.#item(item, depth))
    if (operand instanceof FoldedObject) return this.#object(operand, depth)
    throw this.#refuse(
      operand instanceof RegExp ? 'a regular expression is no plain data' : 'a function is no plain data',
    )
  }

  #primitive(value: string | number | boolean | bigint | null | undefined): unknown {
    if (typeof value === 'bigint') throw this.#refuse('a bigint is no plain data')
    if (typeof value === 'number' && !Number.isFinite(value)) throw this.#refuse(`${value} is no plain data`)
    if (typeof value === 'string') this.#countText(value)
    return value
  }

  #item(item: Operand, depth: number): unknown {
    const written = this.write(this.#context.folder.settle(item), depth + 1)
    if (written === undefined) throw this.#refuse('a list holds undefined, which is no plain data')
    return written
  }

  #object(operand: FoldedObject, depth: number): object {
    if (operand.hidden !== undefined) throw new Unfoldable(operand.hidden)
    const object: Record<string, unknown> = Object.create(null)
    for (const [key, value] of operand.entries) {
      this.#countText(key)
      const written = this.write(this.#context.folder.settle(value), depth + 1)
      if (written !== undefined) object[key] = written
    }
    return object
  }

  #schema(value: LibraryValue, depth: number): unknown {
    const { folder, side } = this.#context
    const { name, valuesAreSchemas } = value.library
    if (side === undefined) throw this.#refuse(`a schema of ${name} is no plain data`)
    if (depth > 0 && !valuesAreSchemas)
      throw this.#refuse(`a schema of ${name} is no JSON Schema inside of one`)
    const result = libraryJsonSchema(value, side, folder)
    if ('schema' in result) return result.schema
    throw this.#refuse(result.reason)
  }

  #countText(text: string): void {
    this.#characters += text.length
    if (this.#characters > MAX_CHARACTERS) throw this.#refuse('the value is too large')
  }

  #refuse(reason: string): Unfoldable {
    const { folder, span, env } = this.#context
    return folder.unfoldable(reason, span, env)
  }
}

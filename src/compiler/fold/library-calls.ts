import { errorText } from '../../util/error-text.ts'
import type { ArrayItem } from '../parse/expression-facts.ts'
import type { Environment, Span } from './environment.ts'
import { fromValue, type Operand } from './operand.ts'
import type { CallTarget, LibraryResult, Refusal, SchemaLibrary, SchemaSide } from './schema-library.ts'
import { toValue } from './to-value.ts'
import { type LibraryValue, Unfoldable } from './value.ts'

/** Who calls libraries. */
export interface LibraryCaller {
  failure: Unfoldable | undefined
  count(steps: number, span: Span, env: Environment): void
  unfoldable(reason: string, span: Span, env: Pick<Environment, 'path'>): Unfoldable
}

/** Where a call stands. */
interface CallSite {
  readonly items: readonly ArrayItem[]
  readonly span: Span
  readonly env: Environment
}

type Target =
  | { readonly library: SchemaLibrary; readonly path: readonly string[] }
  | { readonly receiver: LibraryValue; readonly method: string }

/**
 * Calls a builder of a schema library.
 *
 * @throws Unfoldable where the library refuses, at the argument that is to blame if it names one
 */
export function callLibrary(
  target: Target,
  args: readonly Operand[],
  { items, span, env }: CallSite,
  caller: LibraryCaller,
): Operand {
  const values = args.map((arg, index) => toValue(arg, caller, items[index]?.value ?? span, env))
  const library = 'receiver' in target ? target.receiver.library : target.library
  const call: CallTarget = 'receiver' in target ? target : { path: target.path }
  const result = guarded(caller, () => library.call(call, values))
  if ('value' in result) return fromValue(result.value)
  const blamed = result.argument === undefined ? undefined : items[result.argument]?.value
  throw caller.unfoldable(result.reason, blamed ?? span, env)
}

/** Reads a property of a library's value. */
export function readLibrary(
  receiver: LibraryValue,
  key: string,
  caller: LibraryCaller,
): { value: Operand } | Refusal {
  return asOperand(guarded(caller, () => receiver.library.read(receiver, key)))
}

/** Reads an export of a library that is not called. */
export function readLibraryConstant(
  { library, path }: { readonly library: SchemaLibrary; readonly path: readonly string[] },
  caller: LibraryCaller,
): { value: Operand } | Refusal {
  return asOperand(guarded(caller, () => library.constant(path)))
}

/** Converts a library's value to JSON Schema. */
export function libraryJsonSchema(
  value: LibraryValue,
  side: SchemaSide,
  caller: LibraryCaller,
): { schema: object | boolean } | Refusal {
  return guarded(caller, () => value.library.toJsonSchema(value, side))
}

function asOperand(result: LibraryResult): { value: Operand } | Refusal {
  return 'value' in result ? { value: fromValue(result.value) } : result
}

/** What a library throws is a refusal; where a thunk failed, its failure counts, whatever the library made of it. */
function guarded<T extends object>(caller: LibraryCaller, call: () => T | Refusal): T | Refusal {
  caller.failure = undefined
  let result: T | Refusal
  try {
    result = call()
  } catch (error) {
    if (error instanceof Unfoldable) throw caller.failure ?? error
    result = { reason: errorText(error) }
  }
  if (caller.failure !== undefined) throw caller.failure
  return result
}

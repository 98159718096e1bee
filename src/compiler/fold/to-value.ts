import type { Environment, Span } from './environment.ts'
import { type FoldedObject, isList, isPrimitive, type Operand, Reference, Unknown } from './operand.ts'
import { LibraryValue, Thunk, Unfoldable, type Value } from './value.ts'

/** Who counts steps and words refusals. */
interface Counter {
  count(steps: number, span: Span, env: Environment): void
  unfoldable(reason: string, span: Span, env: Pick<Environment, 'path'>): Unfoldable
}

/**
 * Makes an operand ready for a schema library: plain lists and objects, values of libraries, thunks.
 *
 * @throws Unfoldable for a part without a constant value
 */
export function toValue(operand: Operand, counter: Counter, span: Span, env: Environment): Value {
  if (isPrimitive(operand)) return operand
  if (operand instanceof LibraryValue || operand instanceof Thunk || operand instanceof RegExp) return operand
  if (operand instanceof Unknown) throw new Unfoldable(operand.why)
  if (operand instanceof Reference)
    throw counter.unfoldable('a namespace or a class is no constant', span, env)
  if (isList(operand)) {
    counter.count(operand.length, span, env)
    return operand.map((item) => toValue(item, counter, span, env))
  }
  return objectValue(operand, counter, span, env)
}

function objectValue(operand: FoldedObject, counter: Counter, span: Span, env: Environment): Value {
  if (operand.hidden !== undefined) throw new Unfoldable(operand.hidden)
  counter.count(operand.entries.size, span, env)
  const object: { [key: string]: Value } = Object.create(null)
  for (const [key, value] of operand.entries) object[key] = toValue(value, counter, span, env)
  return object
}

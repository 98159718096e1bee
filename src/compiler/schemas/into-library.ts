import { LibraryValue, Thunk, type Value } from '../fold/value.ts'
import type { CallRule } from './dialect.ts'
import { Refused } from './refused.ts'

/** How many parts the arguments of one call may have, values of the library counted with all that they are made of. */
const MAX_PARTS = 50_000

/** What a value of a library was made of. Shared parts count as often as they occur, as they do in the schema. */
const parts = new WeakMap<object, number>()

/** What turns folded arguments into what a library takes. */
export interface Passage {
  /** Whether a value may be given to this library. */
  accepts(value: LibraryValue): boolean
  /** Wraps what a library gives to an arrow. */
  wrap(raw: unknown): Value
  /** Notes what a thunk ended with, before the library can hide it. */
  failed(error: unknown): void
}

/** Arguments as the library takes them. */
export interface Passed {
  readonly args: unknown[]
  /** How many parts the result of the call has. */
  readonly parts: number
}

/**
 * Turns folded arguments into what a library takes. Functions among them are ours.
 *
 * @param receiver the value whose method is called, if it is one
 * @throws Refused for a function where none belongs, and for arguments that are too large; `RefusedArgument` says which
 */
export function passArguments(
  values: readonly Value[],
  rule: CallRule,
  receiver: unknown,
  passage: Passage,
): Passed {
  const count = { parts: partsOf(receiver) }
  const args = values.map((value, index) => {
    try {
      if (value instanceof Thunk) return passFunction(value, rule, index, passage, count)
      return pass(value, place(rule, index), passage, count)
    } catch (error) {
      throw error instanceof Refused ? new RefusedArgument(error.reason, index) : error
    }
  })
  return { args, parts: count.parts }
}

/** A refusal that one argument is to blame for. */
export class RefusedArgument extends Refused {
  readonly argument: number

  constructor(reason: string, argument: number) {
    super(reason)
    this.argument = argument
  }
}

/** Remembers how many parts a value of a library has. */
export function rememberParts(raw: unknown, count: number): void {
  if (typeof raw === 'object' && raw !== null) parts.set(raw, Math.max(count, parts.get(raw) ?? 0))
}

/** How many parts a value of a library has, as far as that is known. */
export function partsOf(raw: unknown): number {
  return typeof raw === 'object' && raw !== null ? (parts.get(raw) ?? 1) : 0
}

/** What may stand in an argument besides data. */
type Place = 'shape' | 'messages' | 'data'

function place(rule: CallRule, index: number): Place {
  if (rule.shape === index) return 'shape'
  return rule.messages === 'key' ? 'messages' : 'data'
}

interface Count {
  parts: number
}

function pass(value: Value, at: Place, passage: Passage, count: Count): unknown {
  count.parts++
  if (value instanceof LibraryValue) {
    if (!passage.accepts(value))
      throw new Refused(`a value of another library (${value.library.name}) is given to it`)
    count.parts += partsOf(value.raw)
  }
  if (count.parts > MAX_PARTS) throw new Refused(`it has more than ${MAX_PARTS} parts`)
  if (value instanceof LibraryValue) return value.raw
  if (value instanceof Thunk) throw new Refused('a function is given to it, which is never run here')
  if (value instanceof RegExp) return new RegExp(value.source, value.flags)
  if (Array.isArray(value)) return value.map((item: Value) => pass(item, 'data', passage, count))
  if (typeof value !== 'object' || value === null) return value
  return passObject(value as Readonly<Record<string, Value>>, at, passage, count)
}

function passObject(
  value: Readonly<Record<string, Value>>,
  at: Place,
  passage: Passage,
  count: Count,
): object {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = value[key]
    if (member instanceof Thunk || key === '__proto__') {
      Object.defineProperty(result, key, {
        configurable: true,
        enumerable: true,
        ...descriptor(key, member, at, passage, count),
      })
    } else result[key] = pass(member, 'data', passage, count)
  }
  return result
}

function descriptor(
  key: string,
  member: Value,
  at: Place,
  passage: Passage,
  count: Count,
): PropertyDescriptor {
  if (member instanceof Thunk) {
    if (at === 'shape' && member.kind === 'getter') return { get: () => callThunk(member, [], passage) }
    if (at === 'messages' && (key === 'error' || key === 'message') && member.kind !== 'getter') {
      return { value: saysNothing, writable: true }
    }
  }
  return { value: pass(member, 'data', passage, count), writable: true }
}

function passFunction(value: Thunk, rule: CallRule, index: number, passage: Passage, count: Count): unknown {
  if (rule.lazy === index && value.kind === 'arrow') {
    return (...args: unknown[]) => callThunk(value, args, passage)
  }
  if (rule.messages === 'argument') return saysNothing
  return pass(value, 'data', passage, count)
}

/** Stands for a function that makes the text of an error. */
function saysNothing(): undefined {
  return undefined
}

/** Calls an arrow or a getter for the library. */
function callThunk(thunk: Thunk, args: readonly unknown[], passage: Passage): unknown {
  try {
    return pass(thunk.call(args.map((arg) => passage.wrap(arg))), 'data', passage, { parts: 0 })
  } catch (error) {
    passage.failed(error)
    throw error
  }
}

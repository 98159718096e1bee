import type { LocatedClass } from '../parse/base-search.ts'
import type { Scope } from '../parse/facts.ts'
import type { SchemaLibrary } from './schema-library.ts'
import { LibraryValue, Thunk, type Unknowable, type Value } from './value.ts'

/** What an expression comes to while it is folded: a value, or something that only a part of may be a value. */
export type Operand =
  | Primitive
  | RegExp
  | readonly Operand[]
  | FoldedObject
  | LibraryValue
  | Thunk
  | Reference
  | Unknown

export type Primitive = undefined | null | boolean | number | bigint | string

/** A part of a list or of an object that has no constant value, which matters only to who asks for it. */
export class Unknown {
  readonly why: Unknowable

  constructor(why: Unknowable) {
    this.why = why
  }
}

/** An object literal. Its keys are data, whatever they are called. */
export class FoldedObject {
  readonly entries = new Map<string, Operand>()
  /** Why keys that are not among the entries may be there all the same. */
  hidden: Unknowable | undefined

  /** Puts everything of another object over what is here. */
  spread(other: FoldedObject): void {
    if (other.hidden !== undefined) this.hide(other.hidden)
    for (const [key, value] of other.entries) this.entries.set(key, value)
  }

  /** Puts something unknown over what is here. */
  hide(why: Unknowable): void {
    this.hidden = why
    for (const key of this.entries.keys()) this.entries.set(key, new Unknown(why))
  }
}

/** What a name may stand for besides values. */
export class Reference {
  readonly to: ReferenceTarget

  constructor(to: ReferenceTarget) {
    this.to = to
  }
}

/** What was referred to in libraries, by its path. */
const libraryReferences = new WeakMap<SchemaLibrary, LibraryPart>()

interface LibraryPart {
  readonly reference: Reference
  readonly members: Map<string, LibraryPart>
}

/**
 * A reference to something that a library exports: the same one every time, whoever asks.
 *
 * @param path from the exports of the package; empty for all of them
 */
export function libraryReference(library: SchemaLibrary, path: readonly string[]): Reference {
  let part = libraryReferences.get(library)
  if (part === undefined) {
    part = libraryPart(library, [])
    libraryReferences.set(library, part)
  }
  for (const [index, key] of path.entries()) {
    const member: LibraryPart = part.members.get(key) ?? libraryPart(library, path.slice(0, index + 1))
    part.members.set(key, member)
    part = member
  }
  return part.reference
}

function libraryPart(library: SchemaLibrary, path: readonly string[]): LibraryPart {
  return { reference: new Reference({ kind: 'library', library, path }), members: new Map() }
}

type ReferenceTarget =
  | { readonly kind: 'class'; readonly located: LocatedClass }
  | { readonly kind: 'file'; readonly path: string; readonly scope: Scope }
  | { readonly kind: 'namespace'; readonly path: string; readonly scope: Scope }
  | { readonly kind: 'library'; readonly library: SchemaLibrary; readonly path: readonly string[] }
  /** The global `Object`, or a function of it. */
  | { readonly kind: 'Object'; readonly method?: string }

export function isList(operand: Operand): operand is readonly Operand[] {
  return Array.isArray(operand)
}

export function isPrimitive(operand: Operand): operand is Primitive {
  return operand === null || typeof operand !== 'object'
}

/** A value of a library as an operand. */
export function fromValue(value: Value): Operand {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof LibraryValue || value instanceof Thunk || value instanceof RegExp) return value
  if (Array.isArray(value)) return value.map(fromValue)
  const object = new FoldedObject()
  for (const [key, member] of Object.entries(value)) object.entries.set(key, fromValue(member))
  return object
}

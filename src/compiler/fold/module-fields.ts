import { CORE_FIELDS, FIELD_NAMES, type FieldName } from '../../catalog/fields.ts'
import type { LocatedClass } from '../parse/base-search.ts'
import { changeOf } from '../parse/changes.ts'
import type { Expression } from '../parse/expression-facts.ts'
import type { Scope, VariableFacts } from '../parse/facts.ts'
import { writtenSchema } from '../schemas/written-schema.ts'
import type { LocatedMember } from './class-members.ts'
import { type Span, unknowable } from './environment.ts'
import type { Folder } from './folder.ts'
import { FoldedObject, type Operand, Unknown } from './operand.ts'
import { toPlainJson } from './plain-json.ts'
import type { SchemaSide } from './schema-library.ts'
import { Unfoldable, type Unknowable } from './value.ts'

/** What folding a field ends in: a value, nothing that is written, or the reason why nobody can tell. */
type FoldedField =
  | { readonly kind: 'value'; readonly value: unknown; readonly at: Unknowable }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknowable'; readonly why: Unknowable }

/** The fields of a module that are not absent. */
export type FoldedFields = { readonly [F in FieldName]?: Exclude<FoldedField, { kind: 'absent' }> }

const ABSENT: FoldedField = { kind: 'absent' }
const SIDES: { readonly [F in FieldName]?: SchemaSide } = { inputSchema: 'input', outputSchema: 'output' }

/** Folds the fields of a module class: its own, and those of its base classes. */
export function foldClass(located: LocatedClass, folder: Folder): FoldedFields {
  const chain = folder.members.chain(located)
  return collect((name) => {
    const own = chain.some((one) => one.class.members.some((member) => member.name === name))
    const change = folder.members.changeOf(chain, name)
    if (!own && change === undefined) return ABSENT
    folder.begin()
    if (change !== undefined) {
      throw folder.unfoldable(`"${name}" is given a value here, so it is no constant`, change.span, change)
    }
    // An instance is asked first, as whoever reads the real values asks it.
    const found = instanceMember(chain, name, folder) ?? folder.members.find(chain, name, true)[0]
    if (found === undefined) return ABSENT
    const { member, located: holder } = found
    return finish(name, folder.members.fold(found, located), member.value ?? member, holder.path, folder)
  })
}

/** The member that an instance has under a name, if it is known to have one. */
function instanceMember(
  chain: readonly LocatedClass[],
  name: string,
  folder: Folder,
): LocatedMember | undefined {
  const [nearest, ...others] = folder.members.find(chain, name, false)
  if (nearest === undefined) return undefined
  const { member, located } = nearest
  // In TypeScript that is an error, which somebody else reports.
  const hidden = member.kind === 'getter' && /\.[cm]?jsx?$/.test(located.path)
  if (hidden && others.some((one) => one.member.kind === 'property')) {
    throw folder.unfoldable(`a property "${name}" of a base class hides this getter`, member, located)
  }
  if (member.kind !== 'property' || member.value !== undefined) return nearest
  if (located.class.ambient) {
    throw folder.unfoldable(`"${name}" is declared here, and its value is elsewhere`, member, located)
  }
  if (others.length === 0) return undefined
  const reason = `it depends on the compiler whether "${name}" hides the value of the base class`
  throw folder.unfoldable(reason, member, located)
}

/**
 * Folds the fields of a module object.
 *
 * @param value the object, or for a factory its argument; absent where nothing is written down
 */
export function foldObject(
  variable: VariableFacts,
  value: Expression | undefined,
  scope: Scope,
  path: string,
  folder: Folder,
): FoldedFields {
  folder.begin()
  const env = { scope, path }
  let object: FoldedObject
  try {
    if (value === undefined) return {}
    const change = changeOf(folder.sources.factsOf(path)?.changes, variable.name)
    if (change?.how === 'changed') {
      throw folder.unfoldable(`"${variable.name}" is changed here, so it is no constant`, change, env)
    }
    const operand = folder.value(value, env)
    if (!(operand instanceof FoldedObject)) throw folder.unfoldable('this is no object literal', value, env)
    object = operand
  } catch (error) {
    const why = whyOf(error)
    return Object.fromEntries(CORE_FIELDS.map((name) => [name, { kind: 'unknowable', why }]))
  }
  return collect((name) => {
    const entry = object.entries.get(name)
    const hidden = (CORE_FIELDS as readonly string[]).includes(name) ? object.hidden : undefined
    if (!object.entries.has(name) && hidden === undefined) return ABSENT
    folder.begin()
    if (!object.entries.has(name) || entry instanceof Unknown) {
      throw new Unfoldable(entry instanceof Unknown ? entry.why : hidden!)
    }
    return finish(name, folder.settle(entry), spanOf(value, name), path, folder)
  })
}

/** Where a property of an object literal is written; else where the object is. */
function spanOf(value: Expression, name: string): Span {
  if (value.kind !== 'object') return value
  const member = value.members.findLast((one) => one.kind !== 'spread' && one.key === name)
  return member?.value ?? value
}

function collect(fold: (name: FieldName) => FoldedField): FoldedFields {
  const fields: { [F in FieldName]?: Exclude<FoldedField, { kind: 'absent' }> } = {}
  for (const name of FIELD_NAMES) {
    let field: FoldedField
    try {
      field = fold(name)
    } catch (error) {
      field = { kind: 'unknowable', why: whyOf(error) }
    }
    if (field.kind !== 'absent') fields[name] = field
  }
  return fields
}

/** Makes a field plain, and checks that it is of the kind that the catalog shows. */
function finish(name: FieldName, operand: Operand, span: Span, path: string, folder: Folder): FoldedField {
  const side = SIDES[name]
  const env = { path }
  const plain = toPlainJson(operand, { folder, span, env, ...(side === undefined ? {} : { side }) })
  if (plain === undefined || plain === null) return ABSENT
  const value = side === undefined ? plain : schemaOf(plain, span, env, folder)
  const wanted = KINDS[name]
  if (!wanted.accepts(value)) throw folder.unfoldable(`it must be ${wanted.called}`, span, env)
  return { kind: 'value', value, at: unknowable('', span, env, folder.sources.factsOf) }
}

function schemaOf(plain: unknown, span: Span, env: { readonly path: string }, folder: Folder): object {
  const written = writtenSchema(plain)
  if ('schema' in written) return written.schema
  throw folder.unfoldable(written.reason, span, env)
}

const text = { called: 'a text', accepts: (value: unknown) => typeof value === 'string' }
const object = {
  called: 'an object',
  accepts: (value: unknown) => typeof value === 'object' && !Array.isArray(value),
}

const KINDS: {
  readonly [F in FieldName]: { readonly called: string; readonly accepts: (value: unknown) => boolean }
} = {
  annotations: object,
  description: text,
  documentation: text,
  examples: {
    called: 'a list of objects',
    accepts: (value) =>
      Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null),
  },
  inputSchema: object,
  metadata: object,
  outputSchema: object,
  tags: {
    called: 'a list of texts',
    accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  },
  version: text,
}

function whyOf(error: unknown): Unknowable {
  if (error instanceof Unfoldable) return error.why
  throw error
}

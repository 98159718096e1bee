import { relative } from 'pathe'
import type { CatalogEntry } from '../catalog/entry.ts'
import { CORE_FIELDS, FIELD_NAMES } from '../catalog/fields.ts'
import { type FoldedFields, foldClass, foldObject } from '../compiler/fold/module-fields.ts'
import type { Unknowable } from '../compiler/fold/value.ts'
import type { LocatedClass } from '../compiler/parse/base-search.ts'
import type { Candidate } from '../compiler/parse/decide.ts'
import { objectValue } from '../compiler/parse/describe-file.ts'
import type { ExplainedFile } from '../compiler/parse/scanner.ts'
import type { Place } from '../diagnostics/diagnostic.ts'
import type { ExplainedField } from './explanation.ts'

/**
 * Says where the fields of a module come from.
 *
 * @param entry what the catalog says of it; absent where it is not registered
 * @param root the project, absolute
 */
export function fieldOrigins(
  subject: ExplainedFile,
  candidate: Candidate,
  entry: CatalogEntry | undefined,
  root: string,
): ExplainedField[] {
  const { facts, path, folder } = subject
  const { scope } = facts
  if (candidate.kind === 'object') {
    const { variable } = candidate
    const fields = foldObject(variable, objectValue(subject, variable), scope, path, folder)
    return origins(fields, variable.doc, entry, root, () => undefined)
  }
  const located = { class: candidate.class, path, scope }
  const chain = folder.members.chain(located)
  return origins(foldClass(located, folder), candidate.class.doc, entry, root, (name, at) =>
    holderOf(name, at, chain, subject),
  )
}

function origins(
  fields: FoldedFields,
  doc: string | undefined,
  entry: CatalogEntry | undefined,
  root: string,
  holder: (name: string, at: Unknowable) => string | undefined,
): ExplainedField[] {
  const placeOf = ({ path, range }: Unknowable): Place => ({ file: relative(root, path), ...range })
  return FIELD_NAMES.flatMap((name): ExplainedField[] => {
    const field = fields[name]
    if (field?.kind === 'value') {
      const from = holder(name, field.at)
      const place = placeOf(field.at)
      return [
        from === undefined
          ? { name, from: 'written', place }
          : { name, from: 'inherited', place, holder: from },
      ]
    }
    if (field !== undefined) {
      return [{ name, from: 'unresolved', place: placeOf(field.why), reason: field.why.reason }]
    }
    if (name === 'description' && doc !== undefined) return [{ name, from: 'comment' }]
    if (name === 'inputSchema' || name === 'outputSchema') {
      if (entry?.[`${name}From`] === 'types') return [{ name, from: 'types' }]
    }
    return (CORE_FIELDS as readonly string[]).includes(name) ? [{ name, from: 'nothing' }] : []
  })
}

/** The base class that a field is written in; nothing where that is the class itself. */
function holderOf(
  name: string,
  { path, range }: Unknowable,
  chain: readonly LocatedClass[],
  { folder }: ExplainedFile,
): string | undefined {
  const isThere = (one: LocatedClass): boolean =>
    one.path === path &&
    one.class.members.some((member) => {
      if (member.name !== name) return false
      const at = folder.unfoldable('', member.value ?? member, one).why.range
      return at.line === range.line && at.column === range.column
    })
  const index = chain.findIndex(isThere)
  return index > 0 ? chain[index]!.class.name : undefined
}

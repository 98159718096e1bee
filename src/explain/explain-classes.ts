import type { CatalogEntry } from '../catalog/entry.ts'
import type { Compilation } from '../compiler/compile.ts'
import type { ExtensionFile } from '../compiler/discover/extension-files.ts'
import type { ResolvedOptions } from '../compiler/options.ts'
import type { ClassDescriptor } from '../compiler/parse/class-descriptor.ts'
import {
  type Candidate,
  type ClassOutcome,
  candidatesIn,
  decideClass,
  decideObject,
  isModuleLike,
  type ObjectOutcome,
} from '../compiler/parse/decide.ts'
import { isFactoryCall } from '../compiler/parse/module-factories.ts'
import type { ExplainedFile } from '../compiler/parse/scanner.ts'
import type { IdentifiedModule } from '../compiler/validate/identify-file.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { toSegment } from '../identity/segment.ts'
import type { ExplainedClass } from './explanation.ts'
import { fieldOrigins } from './field-origins.ts'
import { heritageLinks } from './heritage-links.ts'
import { outcomeMessage } from './outcomes.ts'

/** What is known of a file besides what is written in it. */
export interface ClassSetting {
  readonly source: ExtensionFile
  readonly options: ResolvedOptions
  readonly compilation: Compilation
  /** The modules of the file with their IDs. */
  readonly identified: readonly IdentifiedModule[]
  readonly multiClass: boolean
}

/** Says of every class and every module object of a file what became of it, in source order. */
export function explainClasses(subject: ExplainedFile, setting: ClassSetting): ExplainedClass[] {
  const explained = candidatesIn(subject.facts.scope).flatMap((candidate): ExplainedClass[] => {
    const outcome = decide(subject, candidate)
    return outcome === undefined ? [] : [explainClass(subject, candidate, outcome, setting)]
  })
  const line = ({ place }: ExplainedClass): number => place.line ?? 0
  const column = ({ place }: ExplainedClass): number => place.column ?? 0
  return explained.sort((a, b) => line(a) - line(b) || column(a) - column(b))
}

/** @returns nothing for what nobody would take for a module */
function decide(subject: ExplainedFile, candidate: Candidate): ClassOutcome | ObjectOutcome | undefined {
  subject.heritage.take()
  if (candidate.kind === 'class') return decideClass(subject, candidate).outcome
  const { variable, exportName } = candidate
  const outcome = decideObject(subject, variable)
  if (outcome === 'module') return exportName === undefined ? 'unexported' : outcome
  return outcome !== 'unrelated' && isModuleLike(subject, variable) ? outcome : undefined
}

function explainClass(
  subject: ExplainedFile,
  candidate: Candidate,
  outcome: ClassOutcome | ObjectOutcome,
  { source, options, compilation, identified, multiClass }: ClassSetting,
): ExplainedClass {
  const { facts, heritage: trace, moduleFactories } = subject
  const shape = candidate.kind
  const named = candidate.kind === 'class' ? candidate.class : candidate.variable
  const { name, range } = named
  const byFactory =
    candidate.kind === 'object' && isFactoryCall(candidate.variable.init, facts.scope, moduleFactories)
  const asked = trace.take()
  const heritage = heritageLinks(shape === 'class' ? (asked[0]?.steps ?? []) : asked, options.root)
  const id = identified.find(({ descriptor }) => isAt(descriptor, range))?.id
  const entry = id === undefined ? undefined : registeredEntry(id, source.file, compilation)
  const marker = isMarked(candidate) ? 'own' : facts.marked ? 'file' : undefined
  const { exportName } = candidate
  const wanted = options.moduleInterface
  return {
    ...{ name, shape, place: { file: source.file, ...range }, outcome },
    message: outcomeMessage(outcome, { shape, byFactory, heritage, wanted }),
    ...(exportName === undefined ? {} : { exportName }),
    ...(marker === undefined ? {} : { marker }),
    ...(byFactory ? { byFactory } : {}),
    heritage,
    ...(multiClass && outcome === 'module' ? { segment: toSegment(name) } : {}),
    ...(id === undefined ? {} : { id }),
    registered: entry !== undefined,
    rivals: id === undefined || entry !== undefined ? [] : rivalsOf(id, source.file, compilation),
    fields: outcome === 'module' ? fieldOrigins(subject, candidate, entry, options.root) : [],
  }
}

function isAt({ line, column }: ClassDescriptor, range: { line: number; column: number }): boolean {
  return line === range.line && column === range.column
}

function isMarked(candidate: Candidate): boolean {
  if (candidate.kind === 'class') return candidate.class.marked
  const { init } = candidate.variable
  const object = init.kind === 'object' || init.kind === 'create' ? init.object : undefined
  return object?.marked === true
}

/** What the catalog holds under an ID, if that comes from the file. */
function registeredEntry(id: string, file: string, { catalog }: Compilation): CatalogEntry | undefined {
  return catalog.find((entry) => entry.id === id && entry.file === file)
}

/** The other places that have an ID: those of a conflict, or the one that the registry took. */
function rivalsOf(id: string, file: string, { catalog, diagnostics }: Compilation): Place[] {
  const winner = catalog.find((entry) => entry.id === id)
  if (winner !== undefined) return [{ file: winner.file }]
  const conflict = diagnostics.find((one) => isConflictOf(one, id, file))
  if (conflict === undefined) return []
  return [conflict, ...conflict.related].flatMap((place): Place[] => {
    const { file: other, line, column } = place
    if (other === undefined || other === file) return []
    return [{ file: other, ...(line === undefined || column === undefined ? {} : { line, column }) }]
  })
}

function isConflictOf({ code, details, file, related }: Diagnostic, id: string, of: string): boolean {
  return (
    code === 'MODULE_ID_CONFLICT' &&
    details.moduleId === id &&
    [file, ...related.map((place) => place.file)].includes(of)
  )
}

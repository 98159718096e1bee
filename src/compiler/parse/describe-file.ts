import type { Report } from '../../diagnostics/collector.ts'
import type { FieldReader } from '../fold/field-reader.ts'
import type { ClassDescriptor } from './class-descriptor.ts'
import {
  type ClassCandidate,
  type ClassDecision,
  candidatesIn,
  decideClass,
  decideObject,
  type FileToJudge,
} from './decide.ts'
import { describeClass, describeObject } from './describe-value.ts'
import type { Expression } from './expression-facts.ts'
import type { Scope, VariableFacts } from './facts.ts'
import { isFactoryCall } from './module-factories.ts'

/** A file whose modules are to be described. */
export interface FileToDescribe extends FileToJudge {
  /** Relative to the project, for problems. */
  readonly file: string
  /** Asked for the fields of every module. */
  readonly fields?: FieldReader
}

/**
 * Describes every exported class of a file and every module object, in source order, and reports what is worth a
 * word about classes that are no modules although they look like it.
 */
export function describeFile(subject: FileToDescribe, report: Report): ClassDescriptor[] {
  const { facts, fields } = subject
  const descriptors: ClassDescriptor[] = []
  for (const candidate of candidatesIn(facts.scope)) {
    const { exportName } = candidate
    if (candidate.kind === 'class') {
      const decision = decideClass(subject, candidate)
      reportDoubts(subject, candidate, decision, report)
      if (exportName !== undefined) descriptors.push(describe(subject, candidate, exportName, decision))
    } else if (exportName !== undefined && decideObject(subject, candidate.variable) === 'module') {
      const { variable } = candidate
      const read = fields?.ofObject(variable, objectValue(subject, variable)) ?? {}
      descriptors.push(describeObject(variable, exportName, facts.marked, read))
    }
  }
  return descriptors.sort((a, b) => a.line - b.line || a.column - b.column)
}

function describe(
  subject: FileToDescribe,
  { class: facts, local }: ClassCandidate,
  exportName: string,
  { outcome }: ClassDecision,
): ClassDescriptor {
  const { path, heritage } = subject
  const { scope, marked } = subject.facts
  const located = { class: facts, path, scope }
  return describeClass(located, {
    exportName,
    exportedAsValueOnly: isAlias(scope, exportName, local),
    implementsModule: outcome === 'module',
    fields: (outcome === 'module' && subject.fields?.ofClass(located)) || {},
    fileMarked: marked,
    heritage,
  })
}

function reportDoubts(
  { file }: FileToDescribe,
  { class: facts }: ClassCandidate,
  { outcome, verdict }: ClassDecision,
  report: Report,
): void {
  const className = facts.name
  if (outcome === 'unexported' || outcome === 'type-only') {
    if (verdict?.answer === 'yes')
      report('MODULE_NOT_EXPORTED', { className }, { at: { file, ...facts.range } })
  } else if (verdict?.answer === 'unknown') {
    const { answer: _, ref, ...why } = verdict
    const details = { className, base: ref.text, ...why }
    report('UNRESOLVED_HERITAGE', details, { at: { file, ...ref.range } })
  }
}

/** Whether an export hands the class out through a constant, or by `export =`, so that its name is no type. */
function isAlias(scope: Scope, exportName: string, local: string): boolean {
  const facts = scope.exports.get(exportName)
  return facts === undefined || ('local' in facts && facts.local !== local)
}

/** The object of a module: the value of its constant, or what a factory makes it from. */
export function objectValue(
  { facts, moduleFactories }: Pick<FileToJudge, 'facts' | 'moduleFactories'>,
  { init, value }: VariableFacts,
): Expression | undefined {
  if (!isFactoryCall(init, facts.scope, moduleFactories)) return value
  return value?.kind === 'call' || value?.kind === 'new' ? value.items[0]?.value : undefined
}

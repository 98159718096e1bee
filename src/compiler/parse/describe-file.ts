import type { Report } from '../../diagnostics/collector.ts'
import type { FieldReader } from '../fold/field-reader.ts'
import type { ClassDescriptor } from './class-descriptor.ts'
import { describeClass, describeObject } from './describe-value.ts'
import type { Expression } from './expression-facts.ts'
import { type ClassFacts, DEFAULT_VALUE, type FileFacts, type Scope, type VariableFacts } from './facts.ts'
import type { Heritage } from './heritage.ts'
import { isFactoryCall } from './module-factories.ts'

/** A file whose facts are to be judged. */
export interface FileToDescribe {
  /** Relative to the project, for problems. */
  readonly file: string
  /** Absolute, for looking up what it imports. */
  readonly path: string
  readonly facts: FileFacts
  readonly heritage: Heritage
  readonly moduleFactories: readonly string[]
  /** Asked for the fields of every module. */
  readonly fields?: FieldReader
}

/**
 * Describes every exported class of a file and every module object, in source order, and reports what is worth a
 * word about classes that are no modules although they look like it.
 */
export function describeFile(subject: FileToDescribe, report: Report): ClassDescriptor[] {
  const { scope } = subject.facts
  const exportNames = exportedNames(scope)
  const descriptors: ClassDescriptor[] = []
  for (const [local, value] of scope.values) {
    const variable = value.kind === 'variable' ? value.variable : undefined
    const facts =
      value.kind === 'class' ? value.class : variable?.init.kind === 'class' ? variable.init.class : undefined
    const exported = exportNames.get(local)
    if (facts !== undefined) {
      const descriptor = judgeClass(subject, facts, local, exported, report)
      if (descriptor !== undefined) descriptors.push(descriptor)
    } else if (variable !== undefined && exported !== undefined && isModuleObject(subject, variable)) {
      const fields = subject.fields?.ofObject(variable, objectValue(subject, variable)) ?? {}
      descriptors.push(describeObject(variable, exported, subject.facts.marked, fields))
    }
  }
  return descriptors.sort((a, b) => a.line - b.line || a.column - b.column)
}

/** The names under which the values of a scope are exported, by their local names; own names come before others. */
function exportedNames(scope: Scope): Map<string, string> {
  const names = new Map<string, string>()
  const add = (local: string, exported: string): void => {
    const before = names.get(local)
    if (before === undefined || exported === local || (before === 'default' && before !== local)) {
      names.set(local, exported)
    }
  }
  for (const [exported, facts] of scope.exports) {
    if ('local' in facts && !facts.typeOnly) add(facts.local, exported === 'export=' ? 'default' : exported)
  }
  for (const [local, value] of scope.values) {
    const exported = names.get(local)
    const target = exported === undefined ? undefined : aliasTarget(scope, local)
    if (value.kind === 'variable' && exported !== undefined && target !== undefined && !names.has(target)) {
      names.set(target, exported)
    }
  }
  return names
}

/** The class that `export const B = A` hands out, through any number of such constants. */
function aliasTarget(scope: Scope, local: string): string | undefined {
  const seen = new Set<string>()
  for (let name = local; !seen.has(name); ) {
    seen.add(name)
    const value = scope.values.get(name)
    if (value?.kind === 'class') return name === local ? undefined : name
    if (value?.kind !== 'variable' || value.variable.init.kind !== 'path') return undefined
    const { path } = value.variable.init
    if (path.length !== 1) return undefined
    name = path[0]!
  }
  return undefined
}

function judgeClass(
  subject: FileToDescribe,
  facts: ClassFacts,
  local: string,
  exportName: string | undefined,
  report: Report,
): ClassDescriptor | undefined {
  const { file, path, heritage } = subject
  const located = { class: facts, path, scope: subject.facts.scope }
  const constructible = !facts.abstract && !facts.ambient
  if (exportName === undefined) {
    if (constructible && !isUsedInside(subject, local) && heritage.judgeClass(located).answer === 'yes') {
      report('MODULE_NOT_EXPORTED', { className: facts.name }, { at: { file, ...facts.range } })
    }
    return undefined
  }
  const verdict = constructible ? heritage.judgeClass(located) : undefined
  if (verdict?.answer === 'unknown') {
    const { answer: _, ref, ...why } = verdict
    const details = { className: facts.name, base: ref.text, ...why }
    report('UNRESOLVED_HERITAGE', details, { at: { file, ...ref.range } })
  }
  return describeClass(located, {
    exportName,
    exportedAsValueOnly: isAlias(subject.facts.scope, exportName, local),
    implementsModule: verdict?.answer === 'yes',
    fields: (verdict?.answer === 'yes' && subject.fields?.ofClass(located)) || {},
    fileMarked: subject.facts.marked,
    heritage,
  })
}

/** Whether an export hands the class out through a constant, or by `export =`, so that its name is no type. */
function isAlias(scope: Scope, exportName: string, local: string): boolean {
  const facts = scope.exports.get(exportName)
  return facts === undefined || ('local' in facts && facts.local !== local)
}

/** A class that others of the file extend, or of which a module object is made, is an ingredient, not a lost module. */
function isUsedInside(subject: FileToDescribe, local: string): boolean {
  if (local === DEFAULT_VALUE) return false
  for (const value of subject.facts.scope.values.values()) {
    const variable = value.kind === 'variable' ? value.variable : undefined
    const facts =
      value.kind === 'class' ? value.class : variable?.init.kind === 'class' ? variable.init.class : undefined
    if (facts?.base?.kind === 'path' && facts.base.path[0] === local) return true
    const made = variable?.init.kind === 'create' && variable.init.callee[0] === local
    if (made && isModuleObject(subject, variable)) return true
  }
  return false
}

/** The object of a module: the value of its constant, or what a factory makes it from. */
function objectValue(subject: FileToDescribe, { init, value }: VariableFacts): Expression | undefined {
  if (!isFactoryCall(init, subject.facts.scope, subject.moduleFactories)) return value
  return value?.kind === 'call' || value?.kind === 'new' ? value.items[0]?.value : undefined
}

function isModuleObject(subject: FileToDescribe, variable: VariableFacts): boolean {
  if (!variable.constant || variable.ambient) return false
  const { facts, path, heritage } = subject
  if (isFactoryCall(variable.init, facts.scope, subject.moduleFactories)) return true
  return variable.type.refs.some((ref) => heritage.judgeWrittenType(ref, facts.scope, path).answer === 'yes')
}

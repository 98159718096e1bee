import { type ClassFacts, DEFAULT_VALUE, type FileFacts, type Scope, type VariableFacts } from './facts.ts'
import type { Heritage, Verdict } from './heritage.ts'
import { isFactoryCall } from './module-factories.ts'

/** A file whose classes and objects are to be judged. */
export interface FileToJudge {
  /** Absolute, for looking up what it imports. */
  readonly path: string
  readonly facts: FileFacts
  readonly heritage: Heritage
  readonly moduleFactories: readonly string[]
}

/** A class or a variable of a file that could be a module. */
export type Candidate = ClassCandidate | ObjectCandidate

interface Named {
  /** Its name in `Scope.values`. */
  readonly local: string
  /** Under which name others can import it as a value. */
  readonly exportName: string | undefined
}

/** A class of a file. */
export interface ClassCandidate extends Named {
  readonly kind: 'class'
  readonly class: ClassFacts
}

/** A variable that is no class. */
interface ObjectCandidate extends Named {
  readonly kind: 'object'
  readonly variable: VariableFacts
}

/**
 * What became of a class.
 *
 * `abstract`, `ambient`: it cannot be constructed. `unexported`, `type-only`: nobody can import it as a value.
 * `ingredient`: the same, and others of the file are made of it. `unrelated`: nothing that it is leads to the interface.
 * `unknown`: what it extends cannot be followed.
 */
export type ClassOutcome =
  | 'module'
  | 'abstract'
  | 'ambient'
  | 'unexported'
  | 'type-only'
  | 'ingredient'
  | 'unrelated'
  | 'unknown'

/** What was decided on a class. */
export interface ClassDecision {
  readonly outcome: ClassOutcome
  /** What its heritage says, where that was asked. */
  readonly verdict?: Verdict
}

/** What became of a variable that is no class. `changeable`: it is no constant. */
export type ObjectOutcome = 'module' | 'changeable' | 'ambient' | 'unrelated'

/** The classes and variables of a scope, in the order of `Scope.values`. */
export function candidatesIn(scope: Scope): Candidate[] {
  const exportNames = exportedNames(scope)
  const candidates: Candidate[] = []
  for (const [local, value] of scope.values) {
    const exportName = exportNames.get(local)
    const facts = classOf(value)
    if (facts !== undefined) candidates.push({ local, exportName, kind: 'class', class: facts })
    else if (value.kind === 'variable') {
      candidates.push({ local, exportName, kind: 'object', variable: value.variable })
    }
  }
  return candidates
}

/** Decides whether a class is a module. */
export function decideClass(
  subject: FileToJudge,
  { class: facts, local, exportName }: ClassCandidate,
): ClassDecision {
  if (facts.abstract) return ABSTRACT
  if (facts.ambient) return AMBIENT
  const exported = exportName !== undefined
  if (!exported && isUsedInside(subject, local)) return INGREDIENT
  const { scope } = subject.facts
  const verdict = subject.heritage.judgeClass({ class: facts, path: subject.path, scope })
  if (exported) return { outcome: OUTCOMES[verdict.answer], verdict }
  return { outcome: isTypeExport(scope, local) ? 'type-only' : 'unexported', verdict }
}

const ABSTRACT: ClassDecision = { outcome: 'abstract' }
const AMBIENT: ClassDecision = { outcome: 'ambient' }
const INGREDIENT: ClassDecision = { outcome: 'ingredient' }
const OUTCOMES = { yes: 'module', no: 'unrelated', unknown: 'unknown' } as const

/** Decides whether a variable holds a module object, if it is exported. */
export function decideObject(subject: FileToJudge, variable: VariableFacts): ObjectOutcome {
  if (variable.ambient) return 'ambient'
  if (!variable.constant) return 'changeable'
  return isModuleLike(subject, variable) ? 'module' : 'unrelated'
}

/** Whether a factory makes a variable, or its written type is the interface. */
export function isModuleLike(
  { facts, path, heritage, moduleFactories }: FileToJudge,
  variable: VariableFacts,
) {
  if (isFactoryCall(variable.init, facts.scope, moduleFactories)) return true
  return variable.type.refs.some((ref) => heritage.judgeWrittenType(ref, facts.scope, path).answer === 'yes')
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

/** Whether a class leaves the file as a type alone. */
function isTypeExport(scope: Scope, local: string): boolean {
  return [...scope.exports.values()].some((facts) => 'local' in facts && facts.local === local)
}

/** A class that others of the file extend, or of which a module object is made, is an ingredient, not a lost module. */
function isUsedInside(subject: FileToJudge, local: string): boolean {
  if (local === DEFAULT_VALUE) return false
  for (const value of subject.facts.scope.values.values()) {
    const base = classOf(value)?.base
    if (base?.kind === 'path' && base.path[0] === local) return true
    const variable = value.kind === 'variable' ? value.variable : undefined
    const made = variable?.init.kind === 'create' && variable.init.callee[0] === local
    if (made && decideObject(subject, variable) === 'module') return true
  }
  return false
}

function classOf(value: ValueFacts): ClassFacts | undefined {
  if (value.kind === 'class') return value.class
  const init = value.kind === 'variable' ? value.variable.init : undefined
  return init?.kind === 'class' ? init.class : undefined
}

type ValueFacts = Scope['values'] extends Map<string, infer V> ? V : never

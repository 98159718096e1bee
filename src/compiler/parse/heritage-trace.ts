import type { Range } from '../../diagnostics/diagnostic.ts'
import type { ModuleInterface } from '../options.ts'
import type { LocatedClass } from './base-search.ts'
import type { ExportFollower } from './exports.ts'
import type { BaseRef, ImportFacts, Scope, TypeRef } from './facts.ts'
import { Heritage, type InterfaceOrigin, type Verdict } from './heritage.ts'

/** One thing that was looked at to find out whether a class is a module, and what was looked at because of it. */
export interface HeritageStep {
  /** A class, what a class extends, or a type that a class or another type is. */
  readonly what: 'class' | 'base' | 'type'
  /** As written there. */
  readonly text: string
  /** The file, absolute. */
  readonly path: string
  readonly range: Range
  /** The specifiers of the imports and re-exports that led on, or settled it, in order. */
  readonly imports: string[]
  answer: Verdict['answer']
  /** Why nobody can tell, as a half sentence. */
  reason?: string
  readonly steps: HeritageStep[]
}

/** Decides as {@link Heritage} does, and writes down how it came to that. */
export class TracedHeritage extends Heritage {
  #asked: HeritageStep[] = []
  /** The steps of each class, by its place: what heritage remembers it does not follow again. */
  readonly #known = new Map<string, HeritageStep>()
  #open: HeritageStep | undefined

  constructor(follower: ExportFollower, wanted: ModuleInterface, origin: InterfaceOrigin) {
    super(follower, wanted, origin)
    const stops = this.stopAtWanted
    this.stopAtWanted = (step, path) => {
      this.#noteImport(step)
      return stops(step, path)
    }
  }

  /** What was asked from outside since the last call. */
  take(): HeritageStep[] {
    const asked = this.#asked
    this.#asked = []
    return asked
  }

  override judgeClass(located: LocatedClass): Verdict {
    const { class: facts, path } = located
    const name = { text: facts.name, range: facts.range }
    return this.#record('class', name, path, () => super.judgeClass(located))
  }

  override judgeType(ref: TypeRef, scope: Scope, path: string): Verdict {
    return this.#record('type', ref, path, () => super.judgeType(ref, scope, path))
  }

  protected override judgeBase(base: BaseRef, located: LocatedClass): Verdict {
    return this.#record('base', base, located.path, () => super.judgeBase(base, located))
  }

  protected override judgeImported(
    step: ImportFacts,
    rest: readonly string[],
    ref: TypeRef,
    path: string,
  ): Verdict {
    this.#noteImport(step)
    return super.judgeImported(step, rest, ref, path)
  }

  #record(
    what: HeritageStep['what'],
    { text, range }: Pick<HeritageStep, 'text' | 'range'>,
    path: string,
    judge: () => Verdict,
  ): Verdict {
    const outer = this.#open
    const step: HeritageStep = { what, text, path, range, imports: [], answer: 'no', steps: [] }
    const siblings = outer?.steps ?? this.#asked
    siblings.push(step)
    this.#open = step
    const verdict = judge()
    this.#open = outer
    step.answer = verdict.answer
    if (verdict.answer === 'unknown') step.reason = verdict.reason
    if (what === 'class') this.#remember(step)
    return verdict
  }

  /** Gives a class that was followed before the steps of that time. */
  #remember(step: HeritageStep): void {
    const key = `${step.path}:${step.range.line}:${step.range.column}`
    const known = this.#known.get(key)
    if (known === undefined) this.#known.set(key, step)
    else if (step.steps.length === 0 && known.answer === step.answer) step.steps.push(...known.steps)
  }

  #noteImport({ specifier }: ImportFacts): void {
    const imports = this.#open?.imports
    if (imports !== undefined && imports.at(-1) !== specifier) imports.push(specifier)
  }
}

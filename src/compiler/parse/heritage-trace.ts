import type { Range } from '../../diagnostics/diagnostic.ts'
import type { Verdict } from './heritage.ts'

/** One thing that was looked at to find out whether a class is a module, and what was looked at because of it. */
export interface HeritageStep {
  /** A class, what a class extends, or a type that a class or another type is. */
  readonly what: 'class' | 'base' | 'type'
  /** As written there. */
  readonly text: string
  /** The file, absolute. */
  readonly path: string
  readonly range: Range
  /** The specifier that it was imported from, if that settled it or led on. */
  from?: string
  answer: Verdict['answer']
  /** Why nobody can tell, as a half sentence. */
  reason?: string
  readonly steps: HeritageStep[]
}

/** Writes down how {@link Heritage} comes to its verdicts. */
export class HeritageTrace {
  #asked: HeritageStep[] = []
  /** The steps of each class, by its place: what heritage remembers it does not follow again. */
  readonly #known = new Map<string, HeritageStep[]>()
  #open: HeritageStep | undefined

  /** What was asked from outside since the last call. */
  take(): HeritageStep[] {
    const asked = this.#asked
    this.#asked = []
    return asked
  }

  /** Runs a judgement as a part of the one that is running. */
  record(
    what: HeritageStep['what'],
    { text, range }: Pick<HeritageStep, 'text' | 'range'>,
    path: string,
    judge: () => Verdict,
  ): Verdict {
    const outer = this.#open
    const place = `${path}:${range.line}:${range.column}`
    const known = what === 'class' ? this.#known.get(place) : undefined
    const step: HeritageStep = { what, text, path, range, answer: 'no', steps: [...(known ?? [])] }
    const siblings = outer?.steps ?? this.#asked
    siblings.push(step)
    this.#open = step
    const verdict = judge()
    this.#open = outer
    step.answer = verdict.answer
    if (verdict.answer === 'unknown') step.reason = verdict.reason
    if (what === 'class' && !this.#known.has(place)) this.#known.set(place, step.steps)
    return verdict
  }

  /** Notes where what is judged right now was imported from. */
  importedFrom(specifier: string): void {
    if (this.#open !== undefined) this.#open.from = specifier
  }
}

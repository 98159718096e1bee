import type { Range } from '../../diagnostics/diagnostic.ts'
import type { HeritageStep } from './heritage-trace.ts'

/**
 * What became of a class or of a module object: a module, or why not.
 *
 * `unexported` and `type-only`: nobody can import it as a value. `ingredient`: the same, and others of the file are made
 * of it. `abstract`, `ambient`: it cannot be constructed. `unrelated`: nothing that it is leads to the interface.
 * `unknown`: what it extends cannot be followed.
 */
export type Outcome =
  | 'module'
  | 'unexported'
  | 'type-only'
  | 'ingredient'
  | 'abstract'
  | 'ambient'
  | 'unrelated'
  | 'unknown'

/** What the scanner decided on one class or module object, for explanations. */
export interface Decision {
  readonly name: string
  readonly shape: 'class' | 'object'
  readonly range: Range
  readonly outcome: Outcome
  readonly exportName?: string
  /** What carries the multi-class marker. */
  readonly marker?: 'file' | 'own'
  /** Whether a factory makes it, which needs no heritage. */
  readonly byFactory?: true
  /** How its heritage was followed; empty where nobody had to ask. */
  readonly steps: readonly HeritageStep[]
}

/** Takes each decision as it is made; its heritage is known elsewhere. */
export type Observe = (decision: Omit<Decision, 'steps'>) => void

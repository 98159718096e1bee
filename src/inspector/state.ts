import type { CatalogEntry } from '../catalog/entry.ts'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/** One step on the way from a file to an ID, in words and values that need no more context. */
export interface DerivationStep {
  /** What was done, such as `path below the root`. */
  readonly title: string
  /** What came out, such as `math/math_ops`. */
  readonly value: string
  /** Why, where that is not plain. */
  readonly note?: string
}

/** A place that the editor can open. */
export interface InspectedPlace {
  /** Relative to the project, with `/`. */
  readonly file: string
  /** Both 1-based. */
  readonly line?: number
  readonly column?: number
}

/** A module with where it comes from. */
export interface InspectedModule {
  readonly entry: CatalogEntry
  readonly place: InspectedPlace
  readonly steps: readonly DerivationStep[]
  /** The same ID from lower scopes, which this one hides. */
  readonly shadows: readonly InspectedShadow[]
}

/** A contribution that lost against another of the same ID. */
export interface InspectedShadow {
  readonly scope: string
  readonly origin?: string
  readonly file?: string
}

/** A plugin with where it comes from. */
export interface InspectedPlugin {
  /** Values of environment variables are empty texts. */
  readonly entry: PluginEntry
  /** Its manifest. */
  readonly place: InspectedPlace
  /** What it is in the build: taken, or taken and found wrong. */
  readonly status: 'ready' | 'invalid'
}

/** A contribution of another kind, as the frozen catalog holds it. */
export interface InspectedContribution {
  readonly kind: string
  readonly id: string
  readonly scope: string
  readonly origin?: string
  readonly file?: string
  readonly priority: number
  /** What is contributed, as indented JSON text; cut off, with `…` at the end, when it is longer than 4,000 characters. */
  readonly payload?: string
  /** The same kind and ID from elsewhere, which this one hides. */
  readonly shadows: readonly InspectedShadow[]
}

/** A problem, and where it can be linked to. */
export interface InspectedProblem {
  /** Stays the same while the problem stands, such as `MODULE_ID_CONFLICT-1f3a9c`. */
  readonly key: string
  /** Without frames: they are source text. */
  readonly diagnostic: Diagnostic
}

/** What a call from the page gave. */
export type CallAnswer =
  | {
      readonly ok: true
      /** JSON text, indented, or what `util.inspect` prints of what is no JSON. */
      readonly result: string
      readonly json: boolean
      /** How long it took. */
      readonly ms: number
    }
  | { readonly ok: false; readonly error: string; readonly ms: number }

/** Everything that the inspector page shows. Plain JSON; no absolute path, no text of a source. */
export interface InspectorState {
  /** Rises with every change. */
  readonly generation: number
  /** Whether errors stand, so that applications see the registry as it was before them. */
  readonly broken: boolean
  readonly modules: readonly InspectedModule[]
  readonly plugins: readonly InspectedPlugin[]
  readonly contributions: readonly InspectedContribution[]
  readonly problems: readonly InspectedProblem[]
  /** Whether modules can be called from the page. */
  readonly calls: boolean
}

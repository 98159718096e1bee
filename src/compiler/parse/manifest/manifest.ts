import type { Range } from '../../../diagnostics/diagnostic.ts'
import type { EntryPoint } from './entry-point.ts'
import type { ManifestTable } from './manifest-table.ts'
import type { TomlPlaces } from './toml-places.ts'

/** The name of the file that makes a folder a plugin. */
export const MANIFEST_NAME = 'dagstack.toml'

/** A manifest that is well formed. */
export interface Manifest {
  /** `<kind>:<name>`. */
  readonly id: string
  readonly table: ManifestTable
  /** The `[plugin.metadata]` table as plain data, dates as text. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** By index of `tools`: the schema as plain data; absent where a tool has none. */
  readonly toolSchemas: readonly unknown[]
  /** Of in-process plugins. */
  readonly entryPoint?: EntryPoint
  readonly places: TomlPlaces
}

/** One thing that is wrong with a manifest. */
export interface ManifestProblem {
  /** Whether the form is wrong, or the entry point leads out of the folder. */
  readonly code: 'MANIFEST_INVALID' | 'ENTRY_POINT_ESCAPES'
  /** The key, such as `plugin.depends_on[0]`; empty for the text as a whole. */
  readonly path: string
  /** What is wrong there, as a clause. */
  readonly message: string
  readonly hint?: string
  /** The nearest known name for one that is not known. */
  readonly suggestion?: string
  readonly range: Range
}

/** What a manifest gave. */
export type ParsedManifest =
  | { readonly manifest: Manifest }
  | {
      readonly problems: readonly ManifestProblem[]
      /** As far as they can be read all the same. */
      readonly kind?: string
      readonly name?: string
    }

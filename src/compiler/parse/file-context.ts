import type { Markers } from './marker.ts'
import type { TypeScript } from './syntax.ts'

/** What every part of a file needs to know of the whole. */
export interface FileContext {
  readonly source: TypeScript.SourceFile
  readonly markers: Markers
  /** Inside a declaration file, or a `declare` block. */
  readonly ambient: boolean
}

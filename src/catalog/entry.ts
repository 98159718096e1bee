import type { CatalogFields } from './fields.ts'

/** When a module's file is loaded: at its first use, or together with the registry. */
export type Load = 'lazy' | 'eager'

/** What the catalog says of one module: plain, deeply frozen data, known without loading the module. */
export interface CatalogEntry extends CatalogFields {
  /** `module` for scanned modules. */
  readonly kind: string
  /** The module ID, such as `math.add`. */
  readonly id: string
  /** The class's own name in the source, which a minifier does not change. */
  readonly className: string
  /** The name under which the file exports it; may be `default`. */
  readonly exportName: string
  /** Path of the file, relative to the project, with `/`. */
  readonly file: string
  /** Where it comes from: `project` unless the extensions root says otherwise. */
  readonly scope: string
  /** The extensions root that it was found in, relative to the project. */
  readonly origin: string
  readonly load: Load
}

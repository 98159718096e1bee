import type { CatalogFields } from '../../catalog/fields.ts'

/**
 * How a module is written, as far as the type of its instance depends on it: a named class without type
 * parameters, a class with them, a class in an expression, or an object.
 */
export type ModuleShape = 'class' | 'generic-class' | 'class-expression' | 'object'

/** What the scanner knows of one exported class (or module object) of a file (seed: multi-module discovery). */
export interface ClassDescriptor extends CatalogFields {
  /** The class's own name, as `Class.name` would be at run time; for an object, the name of its constant. */
  readonly name: string
  /** Whether it counts as a module. */
  readonly implementsModule: boolean
  /** Whether it carries the multi-class marker, or its file does. Absent means no. */
  readonly multiClass?: boolean
  /** The name under which the file exports it: its own name if it can, and `default` only if nothing else. */
  readonly exportName: string
  readonly shape: ModuleShape
  /** Place of the name (of the keyword, for what has none), both 1-based. */
  readonly line: number
  readonly column: number
  /** Column behind the last character of that name, on the same line. */
  readonly endColumn: number
  /** Whether its constructor, its own or an inherited one, cannot be called without arguments. Absent means no. */
  readonly needsArguments?: boolean
}

import type { Range } from '../../diagnostics/diagnostic.ts'
import type { EnumFacts, Expression, MemberFacts } from './expression-facts.ts'
import type { Change } from './name-scopes.ts'
import type { SyntaxProblem } from './syntax-error.ts'

/**
 * What the text of one file says, and nothing that another file would have to confirm. Plain data, apart from
 * maps; names are kept as written, to be looked up later.
 */
export interface FileFacts {
  readonly scope: Scope
  /** The first syntax error that the scanner cannot overlook. */
  readonly syntaxError?: SyntaxProblem
  /** Whether a comment before the first statement holds the multi-class marker. */
  readonly marked: boolean
  /** What to cut out of the text so that no trace of marker decorators is left, in order. */
  readonly markerCuts: readonly Cut[]
  /** Offset of each line, for the places of expressions. */
  readonly lineStarts: readonly number[]
  /** Constants and members of classes that are changed after all, as `findChanges` names them. */
  readonly changes: ReadonlyMap<string, Change>
}

/** A piece of text, by its offsets. */
export interface Cut {
  readonly start: number
  readonly end: number
}

/** The names of a file or of a namespace in it. */
export interface Scope {
  readonly parent?: Scope
  readonly imports: Map<string, ImportFacts>
  readonly types: Map<string, TypeShape>
  readonly values: Map<string, ValueFacts>
  readonly exports: Map<string, ExportFacts>
  /** Specifiers of `export * from`. */
  readonly stars: string[]
}

/** One imported name. */
export interface ImportFacts {
  readonly specifier: string
  /** The name in the other file, `default`, `*` for the whole of it, or `export=` for `import x = require()`. */
  readonly imported: string
}

/** One exported name: of this scope, or of another file. */
type ExportFacts =
  | { readonly local: string; readonly typeOnly: boolean }
  | { readonly specifier: string; readonly imported: string; readonly typeOnly: boolean }

/** A type's name as written: `Module`, `apcore.Module`, `import('x').Module`. */
export interface TypeRef {
  readonly path: readonly string[]
  /** The specifier, when it is an import type. */
  readonly from?: string
  readonly text: string
  readonly range: Range
}

/** What a type leads to, as far as heritage can go through it. */
export interface TypeShape {
  /** Types that it is, or extends. */
  readonly refs: TypeRef[]
  /** What can be constructed from a value of it: `new () => T`. */
  readonly constructs: TypeRef[]
  /** Values whose type it is: `typeof Base`. */
  readonly queries: TypeRef[]
}

/** What a name means as a value. */
type ValueFacts =
  | { readonly kind: 'class'; readonly class: ClassFacts }
  | { readonly kind: 'variable'; readonly variable: VariableFacts }
  | { readonly kind: 'alias'; readonly path: readonly string[] }
  | { readonly kind: 'namespace'; readonly scope: Scope }
  | { readonly kind: 'enum'; readonly enum: EnumFacts }
  | { readonly kind: 'other' }

/** A class declaration or expression. */
export interface ClassFacts {
  /** As `Class.name` would be at run time. */
  readonly name: string
  readonly range: Range
  readonly abstract: boolean
  readonly ambient: boolean
  readonly generic: boolean
  readonly expression: boolean
  readonly implements: readonly TypeRef[]
  readonly base?: BaseRef
  /** How many arguments its own constructor demands; absent without a constructor. */
  readonly requiredArguments?: number
  readonly marked: boolean
  /** The text of its doc comment, without tags. */
  readonly doc?: string
  /** Where it begins, as an offset: what `FileFacts.changes` calls it by. */
  readonly offset: number
  readonly members: readonly MemberFacts[]
}

/** What a class extends. */
export type BaseRef =
  | { readonly kind: 'path'; readonly path: readonly string[]; readonly text: string; readonly range: Range }
  | { readonly kind: 'class'; readonly class: ClassFacts; readonly text: string; readonly range: Range }
  | { readonly kind: 'opaque'; readonly text: string; readonly range: Range }

/** A variable, or the anonymous value of `export default`. */
export interface VariableFacts {
  readonly name: string
  readonly range: Range
  readonly constant: boolean
  readonly ambient: boolean
  /** Its written type, and those it `satisfies`. */
  readonly type: TypeShape
  readonly init: InitFacts
  /** The text of its doc comment, without tags. */
  readonly doc?: string
  /** The initialiser of a constant. */
  readonly value?: Expression
}

/** The initialiser of a variable. */
export type InitFacts =
  | { readonly kind: 'class'; readonly class: ClassFacts }
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'object'; readonly object: ObjectFacts }
  | { readonly kind: 'create'; readonly callee: readonly string[]; readonly object?: ObjectFacts }
  | { readonly kind: 'opaque'; readonly text: string }

/** An object literal. */
export interface ObjectFacts {
  readonly marked: boolean
}

/** The name in `Scope.values` of what `export default` gives without naming it. */
export const DEFAULT_VALUE = '*default*'

import type { FieldName } from '../catalog/fields.ts'
import type { ClassOutcome, ObjectOutcome } from '../compiler/parse/decide.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { PathPart } from './path-parts.ts'

/** Which rule keeps a file out of the registry. */
export type Rule =
  /** There is nothing at the path, or a folder, or something that is no file. */
  | 'missing'
  | 'folder'
  | 'no-file'
  /** No root holds it, or its root is not walked. */
  | 'outside'
  | 'root'
  /** The walk leaves it out, or a folder on the way to it. */
  | 'dot'
  | 'underscore'
  | 'node_modules'
  | 'declaration'
  | 'test'
  | 'pattern'
  | 'ignored'
  | 'depth'
  | 'link'
  /** The plugin writes it itself. */
  | 'output'
  | 'extension'
  | 'unreadable'
  /** Its text cannot hold a module, or has a syntax error, or holds none. */
  | 'text'
  | 'syntax'
  | 'no-module'
  /** It holds modules, and something is wrong with them. */
  | 'refused'
  | 'conflict'
  | 'shadowed'
  /** It lies in a plugins root. */
  | 'no-plugin'
  | 'plugin-file'
  | 'plugin-invalid'

/** Why a file is not in the registry. */
export interface Reason {
  readonly rule: Rule
  /** A sentence. */
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
  /** The part of the path that the rule is about, relative to the project. */
  readonly part?: string
  /** The pattern of the options that fits it. */
  readonly pattern?: string
}

/** One thing that was looked at to find out whether something is a module. */
export interface HeritageLink {
  /** A class, what a class extends, or a type that a class or another type is. */
  readonly what: 'class' | 'base' | 'type'
  /** As written there. */
  readonly text: string
  readonly place: Place
  /** The specifiers of the imports and re-exports that lead on from there, in order. */
  readonly imports: readonly string[]
  /** Whether it leads to the interface. */
  readonly leads: 'yes' | 'no' | 'unknown'
  /** Why nobody can tell, as a half sentence. */
  readonly reason?: string
  readonly next: readonly HeritageLink[]
}

/** Where a field of the catalog comes from. */
export interface ExplainedField {
  readonly name: FieldName
  /**
   * `written`: in the class or object itself. `inherited`: in a base class. `comment`: the doc comment. `types`: those of
   * `execute`. `unresolved`: it is written, and cannot be read. `nothing`: it is a core field, and nothing says it.
   */
  readonly from: 'written' | 'inherited' | 'comment' | 'types' | 'unresolved' | 'nothing'
  /** Where it is written, or what is to blame. */
  readonly place?: Place
  /** The base class that it is inherited from. */
  readonly holder?: string
  /** Why it cannot be read, as a half sentence. */
  readonly reason?: string
}

/** What became of one class or object of a file. */
export interface ExplainedClass {
  readonly name: string
  readonly shape: 'class' | 'object'
  readonly place: Place
  /** `module`, or why it is none. */
  readonly outcome: ClassOutcome | ObjectOutcome
  /** The outcome as a sentence. */
  readonly message: string
  readonly exportName?: string
  /** What carries the multi-class marker: the class or object, or a comment at the top of the file. */
  readonly marker?: 'own' | 'file'
  /** Whether a factory makes it, which needs no heritage. */
  readonly byFactory?: true
  readonly heritage: readonly HeritageLink[]
  /** The segment that its name gives, where each module of the file has one of its own. */
  readonly segment?: string
  /** Its module ID; absent where it has none. */
  readonly id?: string
  /** Whether the registry holds it under that ID. */
  readonly registered: boolean
  /** Who has the same ID. */
  readonly rivals: readonly Place[]
  readonly fields: readonly ExplainedField[]
}

/** The plugin that a file belongs to. */
export interface ExplainedPlugin {
  /** The folder with the manifest, relative to the project. */
  readonly folder: string
  readonly role: 'manifest' | 'entry point' | 'pinned file' | 'other file'
  /** `<kind>:<name>`; absent where the plugin is not in the registry. */
  readonly id?: string
  /** The file of its entry point, relative to the project. */
  readonly entryPoint?: string
  /** IDs of the modules that its manifest names as tools. */
  readonly tools?: readonly string[]
}

/** Why a file is in the registry, or why not. Plain JSON; every file is relative to the project, with `/`. */
export interface Explanation {
  readonly file: string
  /** Whether something of it is in the registry. */
  readonly taken: boolean
  /** IDs of what is: modules, and plugins as `<kind>:<name>`; sorted. */
  readonly ids: readonly string[]
  /** Absent where something of it is in the registry. */
  readonly reason?: Reason
  /** The extensions root that it was found in. */
  readonly root?: { readonly folder: string; readonly namespace?: string; readonly scope: string }
  /** How its path gives segments. */
  readonly parts: readonly PathPart[]
  /** The ID of a single module in it; absent where its path gives none. */
  readonly baseId?: string
  /** Whether each of its modules has a segment of its own. */
  readonly multiClass: boolean
  readonly classes: readonly ExplainedClass[]
  readonly plugin?: ExplainedPlugin
  /** What contributors of the application offer of it, and the registry holds. */
  readonly contributed: readonly { readonly id: string; readonly origin: string }[]
  /** The problems that it takes part in. */
  readonly problems: readonly Diagnostic[]
}

import type { Refusal, SchemaSide } from '../fold/schema-library.ts'

/** Where a call of a library takes what is no data. Everything else has to be data or values of the library. */
export interface CallRule {
  /** Index of the argument whose members are the fields of an object: they may be getters, which recursion needs. */
  readonly shape?: number
  /** Index of the argument that is an arrow which the library calls for a schema. */
  readonly lazy?: number
  /**
   * Where functions may say the text of an error: as an argument, or below the key `error` or `message` of one. No
   * schema shows that text, so the library gets a function that says nothing.
   */
  readonly messages?: 'argument' | 'key'
}

/** What is known of one schema library: what may be called, and how its values become JSON Schema. */
export interface Dialect {
  /** How its functions are called in texts, such as `z`. */
  readonly label: string
  /** Exports that hold the functions once more, such as `z` and `default`. */
  readonly namespaces: ReadonlySet<string>
  /** Functions that build and do nothing else, by their dotted path below a namespace. */
  readonly builders: ReadonlyMap<string, CallRule>
  /** The same for methods of values. */
  readonly methods: ReadonlyMap<string, CallRule>
  /** Functions and methods that exist to run code of the user: they are named in the reason. */
  readonly takesCode: ReadonlySet<string>
  /** Exports that are data, by dotted path; `regexes.*` stands for all below. */
  readonly constants: ReadonlySet<string>
  /** Properties of values that are data or schemas; `undefined` for all. */
  readonly properties: ReadonlySet<string> | undefined
  readonly valuesAreSchemas: boolean
  /** Whether something is a value of the library, as opposed to plain data. */
  isValue(raw: object): boolean
  /**
   * Does a call, so that the library remembers nothing of it, and the same call gives the same again.
   *
   * @param args what the library is about to get; may be added to
   */
  call?(run: () => unknown, name: string, args: unknown[], exports: object): unknown
  /**
   * Converts a value to JSON Schema, not yet in normal form.
   *
   * @throws Refused, or whatever the library throws
   */
  convert(raw: unknown, side: SchemaSide, installed: Installed): unknown
}

/** An installed library, as far as its conversion needs it. */
export interface Installed {
  readonly exports: object
  /** Loads another package as it is installed for the file that imports the library. */
  load(specifier: string): { readonly exports: object } | Refusal
}

/** Names written in a line, each with the same rule. */
export function rules(names: string, rule: CallRule = {}): [string, CallRule][] {
  return words(names).map((name) => [name, rule])
}

/** The words of a text. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

import type { CallTarget, LibraryResult, Refusal, SchemaLibrary, SchemaSide } from '../fold/schema-library.ts'
import { LibraryValue, Unfoldable, type Value } from '../fold/value.ts'
import type { CallRule, Dialect, Installed } from './dialect.ts'
import { type Passage, partsOf, passArguments, RefusedArgument, rememberParts } from './into-library.ts'
import { normalizeSchema } from './normal-form/normalize.ts'
import { takeResult, type Wrapping } from './out-of-library.ts'
import { Refused, reasonOf } from './refused.ts'

/** What {@link InstalledLibrary} is made from. */
export interface LibraryParts extends Installed {
  /** Specifier of the package. */
  readonly name: string
  readonly version: string
  /** The installation: libraries of one folder share their values. */
  readonly folder: string
  readonly dialect: Dialect
}

/** One installed library, called by the rules of its dialect. */
export class InstalledLibrary implements SchemaLibrary {
  readonly name: string
  readonly valuesAreSchemas: boolean
  readonly #parts: LibraryParts
  readonly #passage: Passage
  readonly #wrapping: Wrapping
  /** What was found under a path; those who call again and again give the same list. */
  readonly #builders = new WeakMap<readonly string[], Callee>()
  /** What a thunk ended with while the library ran. */
  #failure: unknown

  constructor(parts: LibraryParts) {
    this.name = parts.name
    this.valuesAreSchemas = parts.dialect.valuesAreSchemas
    this.#parts = parts
    this.#wrapping = {
      isValue: (raw) => parts.dialect.isValue(raw),
      wrap: (raw) => new LibraryValue(this, raw),
    }
    this.#passage = {
      accepts: ({ library }) => library instanceof InstalledLibrary && library.#parts.folder === parts.folder,
      wrap: (raw) => takeResult(raw, this.#wrapping),
      failed: (error) => {
        this.#failure ??= error
      },
    }
  }

  call(target: CallTarget, args: readonly Value[]): LibraryResult {
    return this.#attempt(target, () => {
      const { owner, key, rule } = 'path' in target ? this.#builder(target.path) : this.#method(target)
      const receiver = 'path' in target ? undefined : target.receiver.raw
      const passed = passArguments(args, rule, receiver, this.#passage)
      const run = () => (owner[key] as (...given: unknown[]) => unknown).apply(owner, passed.args)
      const { dialect, exports } = this.#parts
      const raw = dialect.call === undefined ? run() : dialect.call(run, key, passed.args, exports)
      rememberParts(raw, passed.parts)
      return { value: takeResult(raw, this.#wrapping) }
    })
  }

  constant(path: readonly string[]): LibraryResult {
    return this.#attempt(undefined, () => {
      const { namespaces, constants } = this.#parts.dialect
      const name = dotted(path, namespaces)
      const known = [...constants].some((pattern) => fits(name, pattern))
      if (!known) throw new Refused(`\`${this.#label(name)}\` is no constant that schemas are made of`)
      const { owner, key } = this.#find(path, name)
      return { value: takeResult(owner[key], this.#wrapping) }
    })
  }

  read(receiver: LibraryValue, key: string): LibraryResult {
    return this.#attempt(undefined, () => {
      const { properties } = this.#parts.dialect
      const raw = receiver.raw as Record<string, unknown>
      const readable = properties?.has(key) ?? Object.hasOwn(raw, key)
      if (!readable) throw new Refused(`the property \`${key}\` of a schema is not read here`)
      const value = takeResult(raw[key], this.#wrapping)
      if (value instanceof LibraryValue && partsOf(value.raw) === 1) rememberParts(value.raw, partsOf(raw))
      return { value }
    })
  }

  toJsonSchema(value: LibraryValue, side: SchemaSide): { readonly schema: object | boolean } | Refusal {
    return this.#attempt(undefined, () => ({
      schema: normalizeSchema(this.#parts.dialect.convert(value.raw, side, this.#parts)),
    }))
  }

  /** Runs what may call the library. Whatever a thunk ended with wins over what the library made of it. */
  #attempt<Result>(target: CallTarget | undefined, run: () => Result): Result | Refusal {
    const outer = this.#failure
    this.#failure = undefined
    try {
      const result = run()
      if (this.#failure !== undefined) throw this.#failure
      return result
    } catch (thrown) {
      const error = this.#failure ?? thrown
      if (error instanceof Unfoldable) throw error
      const reason = target === undefined ? reasonOf(error) : `${this.#textOf(target)}: ${reasonOf(error)}`
      return error instanceof RefusedArgument ? { reason, argument: error.argument } : { reason }
    } finally {
      this.#failure = outer
    }
  }

  #builder(path: readonly string[]): Callee {
    const known = this.#builders.get(path)
    if (known !== undefined) return known
    const { namespaces, builders, takesCode } = this.#parts.dialect
    const name = dotted(path, namespaces)
    const rule = builders.get(name)
    if (rule === undefined) throw new Refused(takesCode.has(name) ? TAKES_CODE : NO_BUILDER)
    const callee = { ...this.#find(path, name), rule }
    this.#builders.set(path, callee)
    return callee
  }

  #method(target: { readonly receiver: LibraryValue; readonly method: string }): Callee {
    const { methods, takesCode } = this.#parts.dialect
    const rule = methods.get(target.method)
    if (rule === undefined) throw new Refused(takesCode.has(target.method) ? TAKES_CODE : NO_BUILDER)
    const owner = target.receiver.raw as Record<string, unknown>
    if (typeof owner[target.method] !== 'function') throw new Refused('this value has no such method')
    return { owner, key: target.method, rule }
  }

  /** Finds an export. The name is one of the tables, so that nothing inherited can be meant. */
  #find(path: readonly string[], name: string): Place {
    let owner = this.#parts.exports as Record<string, unknown>
    for (const key of path.slice(0, -1)) owner = (owner[key] ?? {}) as Record<string, unknown>
    const key = path.at(-1) ?? ''
    if (owner[key] === undefined) {
      throw new Refused(`the installed ${this.name} ${this.#parts.version} has no \`${this.#label(name)}\``)
    }
    return { owner, key }
  }

  #label(name: string): string {
    return `${this.#parts.dialect.label}.${name}`
  }

  #textOf(target: CallTarget): string {
    if ('method' in target) return `\`.${target.method}()\``
    return `\`${this.#label(dotted(target.path, this.#parts.dialect.namespaces))}()\``
  }
}

/** Where a function or a constant is. */
interface Place {
  readonly owner: Record<string, unknown>
  readonly key: string
}

interface Callee extends Place {
  readonly rule: CallRule
}

const TAKES_CODE = 'it takes a function, which is never run here'
const NO_BUILDER = 'it is not among the schema builders that are called here'

/** A path from the exports as a name of the tables: `z.object` and `default.z.object` are `object`. */
function dotted(path: readonly string[], namespaces: ReadonlySet<string>): string {
  let start = 0
  while (start < path.length - 1 && namespaces.has(path[start] ?? '')) start++
  return path.slice(start).join('.')
}

/** Whether a name fits one that may have a `*` at its start or end. */
function fits(name: string, pattern: string): boolean {
  if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1)) && /^[\w.]+$/.test(name)
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern
}

import { canonicalJson } from '../../../util/canonical-json.ts'
import { Refused } from '../refused.ts'
import { DEFINITIONS, definitionsOf, isObject, placesOf, type SchemaNode, subschemas } from './positions.ts'
import type { References } from './references.ts'

const MAX_SCHEMAS = 20_000
/** Keywords that say something about a value without restricting it: beside a reference, they win. */
const ANNOTATIONS = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
])

/**
 * Writes out every reference that does not lead into recursion, and gathers what is left in `$defs` of the root.
 *
 * A recursive schema is still referred to in the way of its library where that holds: `#` for the root, its `$id` where
 * it has one of its own, `#/$defs/<name>` for a definition of the root. Any other becomes such a definition.
 *
 * @param root plain data, whose references have been found
 * @throws Refused when that becomes too large
 */
export function inlineReferences(root: SchemaNode, references: References): object {
  return new Inliner(root, references).result()
}

class Inliner {
  readonly #root: SchemaNode
  readonly #references: References
  readonly #defined = new Map<SchemaNode, Definition>()
  /** Names of what is written as a definition of the root. */
  readonly #names = new Map<SchemaNode | string, string>()
  readonly #pending: [name: string, node: SchemaNode][] = []
  #schemas = 0
  #pointsAtRoot = false
  /** Whether a schema may keep an `$id`. It may not where references into the root have to pass it. */
  #keepsIds = true

  constructor(root: SchemaNode, references: References) {
    this.#root = root
    this.#references = references
    this.#define(root)
  }

  /** Notes all definitions, those of the root first. The same module, imported in two places, is one. */
  #define(schema: SchemaNode): void {
    const definitions = definitionsOf(schema)
    const group = definitions.length === 0 ? '' : canonicalJson(Object.fromEntries(definitions))
    for (const [name, node] of definitions) this.#defined.set(node, { name, twin: `${group}\n${name}` })
    for (const inner of subschemas(schema)) if (isObject(inner)) this.#define(inner)
  }

  result(): object {
    const first = this.#write()
    if (!this.#pointsAtRoot) return first
    // Only now is it known that there are references into the root.
    this.#keepsIds = false
    this.#names.clear()
    return this.#write()
  }

  #write(): object {
    this.#schemas = 0
    const body = this.#expand(this.#root, true)
    const definitions: Record<string, unknown> = Object.create(null)
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      definitions[next[0]] = this.#expand(next[1], false)
    }
    return this.#names.size === 0 ? body : { ...body, $defs: definitions }
  }

  #expand(node: SchemaNode, isRoot: boolean): Record<string, unknown> {
    if (++this.#schemas > MAX_SCHEMAS)
      throw new Refused(`written out, it has more than ${MAX_SCHEMAS} schemas`)
    const result: Record<string, unknown> = Object.create(null)
    for (const [keyword, value] of Object.entries(node)) {
      if (DEFINITIONS.includes(keyword) || keyword === '$ref') continue
      if (keyword === '$id' && !isRoot && !this.#keepsIds) continue
      result[keyword] = this.#expandKeyword(keyword, value)
    }
    if (typeof node.$ref !== 'string') return result
    const target = this.#references.target(node)
    if (target === undefined) return { ...result, $ref: node.$ref }
    if (target.recursive) return { ...result, $ref: this.#refer(target.node, node.$ref) }
    return beside(withoutId(this.#expand(target.node, false)), result)
  }

  #expandKeyword(keyword: string, value: unknown): unknown {
    const places = placesOf(keyword, value)
    if (places === 'one') return this.#expandAny(value)
    if (places === 'list') return (value as unknown[]).map((item) => this.#expandAny(item))
    if (places === 'data') return value
    const result: Record<string, unknown> = Object.create(null)
    for (const [key, member] of Object.entries(value as object)) result[key] = this.#expandAny(member)
    return result
  }

  #expandAny(value: unknown): unknown {
    return isObject(value) ? this.#expand(value, false) : value
  }

  #refer(target: SchemaNode, reference: string): string {
    if (this.#keepsIds && reference === target.$id && !this.#defined.has(target)) return reference
    this.#pointsAtRoot = true
    if (target === this.#root) return '#'
    return `#/$defs/${encode(this.#nameOf(target, reference))}`
  }

  #nameOf(target: SchemaNode, reference: string): string {
    const definition = this.#defined.get(target)
    const key = definition?.twin ?? target
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const wanted = definition?.name ?? /[^/#]+$/.exec(reference)?.[0] ?? 'schema'
    const taken = new Set(this.#names.values())
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`
    this.#names.set(key, name)
    this.#pending.push([name, target])
    return name
  }
}

/** What a schema among the `$defs` of another is called. */
interface Definition {
  readonly name: string
  /** The same for definitions of the same name in two copies of a group. */
  readonly twin: string
}

function withoutId(schema: Record<string, unknown>): Record<string, unknown> {
  const { $id: _id, ...rest } = schema
  return rest
}

/** What a reference with something beside it comes to. */
function beside(target: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.keys(own).every((key) => ANNOTATIONS.has(key))
  if (plain) return { ...target, ...own }
  const { allOf = [], ...rest } = own as { allOf?: unknown[] }
  return { ...rest, allOf: [...allOf, target] }
}

function encode(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

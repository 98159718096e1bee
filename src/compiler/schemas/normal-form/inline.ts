import { Refused } from '../refused.ts'
import { DEFINITIONS, isObject, placesOf, type SchemaNode } from './positions.ts'
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
  /** Definitions of the root, by what they define. */
  readonly #defined = new Map<SchemaNode, string>()
  readonly #names = new Map<SchemaNode, string>()
  readonly #pending: SchemaNode[] = []
  #schemas = 0
  #pointsAtRoot = false
  /** Whether a schema may keep an `$id`. It may not where references into the root have to pass it. */
  #keepsIds = true

  constructor(root: SchemaNode, references: References) {
    this.#root = root
    this.#references = references
    for (const keyword of DEFINITIONS) {
      const definitions = root[keyword]
      if (!isObject(definitions)) continue
      for (const [name, node] of Object.entries(definitions))
        if (isObject(node)) this.#defined.set(node, name)
    }
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
    for (let node = this.#pending.shift(); node !== undefined; node = this.#pending.shift()) {
      definitions[this.#names.get(node) ?? ''] = this.#expand(node, false)
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
    const known = this.#names.get(target)
    if (known !== undefined) return known
    const wanted = this.#defined.get(target) ?? /[^/#]+$/.exec(reference)?.[0] ?? 'schema'
    const taken = new Set([...this.#names.values(), ...this.#defined.values()])
    let name = wanted
    if (!this.#defined.has(target)) for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`
    this.#names.set(target, name)
    this.#pending.push(target)
    return name
  }
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

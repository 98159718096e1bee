import { Refused } from '../refused.ts'
import { DEFINITIONS, definitionsOf, isObject, type SchemaNode, subschemas } from './positions.ts'

/** A schema that others refer to. */
interface Target {
  readonly node: SchemaNode
  /** Whether it contains itself, so that it cannot be written out. */
  readonly recursive: boolean
}

/** Where the references of one schema lead. */
export interface References {
  /**
   * @returns `undefined` for a reference that leaves the schema on purpose, to an absolute address
   * @throws Refused for one that leads nowhere
   */
  target(node: SchemaNode): Target | undefined
}

/**
 * Resolves the references of a schema, by pointer, `$id` and `$anchor`.
 *
 * @param root plain data
 * @throws Refused when one of them leads nowhere
 */
export function findReferences(root: unknown): References {
  const edges = new Map<SchemaNode, SchemaNode | undefined>()
  if (isObject(root)) {
    const scopes = new Map<SchemaNode, Scope>()
    const ids = new Map<string, SchemaNode>()
    index(root, { resource: root, definitions: ids, holder: root }, scopes, ids)
    for (const [node, scope] of scopes) {
      if (typeof node.$ref === 'string') edges.set(node, resolve(node.$ref, scope, root, ids))
    }
  }
  for (const node of edges.keys()) refuseCircle(node, edges)
  const recursive = new Map<SchemaNode, boolean>()
  for (const node of edges.values()) {
    if (node !== undefined && !recursive.has(node)) recursive.set(node, containsItself(node, edges))
  }
  return {
    target(node) {
      const found = edges.get(node)
      return found && { node: found, recursive: recursive.get(found) ?? false }
    },
  }
}

/** What a reference in some place is looked up in. */
interface Scope {
  /** The innermost schema around it that has an `$id`: pointers start there. */
  readonly resource: SchemaNode
  /**
   * Definitions around it by their `$id`. They win over the rest of the schema: two modules of TypeBox may have types
   * of one name, and each means its own.
   */
  readonly definitions: ReadonlyMap<string, SchemaNode>
  /** The innermost schema around it that has definitions, as one that was converted by itself has. */
  readonly holder: SchemaNode
}

function index(
  node: SchemaNode,
  around: Scope,
  scopes: Map<SchemaNode, Scope>,
  ids: Map<string, SchemaNode>,
): void {
  const scope = {
    resource: typeof node.$id === 'string' ? node : around.resource,
    definitions: withDefinitions(node, around.definitions),
    holder: definitionsOf(node).length > 0 ? node : around.holder,
  }
  scopes.set(node, scope)
  if (typeof node.$id === 'string' && !ids.has(node.$id)) ids.set(node.$id, node)
  for (const inner of subschemas(node)) if (isObject(inner)) index(inner, scope, scopes, ids)
}

function withDefinitions(
  node: SchemaNode,
  around: ReadonlyMap<string, SchemaNode>,
): ReadonlyMap<string, SchemaNode> {
  const own = definitionsOf(node).flatMap(([, definition]) =>
    typeof definition.$id === 'string' ? [[definition.$id, definition] as const] : [],
  )
  return own.length === 0 ? around : new Map([...around, ...own])
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i

function resolve(
  reference: string,
  { resource, definitions, holder }: Scope,
  root: SchemaNode,
  ids: ReadonlyMap<string, SchemaNode>,
): SchemaNode | undefined {
  const at = reference.indexOf('#')
  const name = at < 0 ? reference : reference.slice(0, at)
  const fragment = at < 0 ? '' : reference.slice(at + 1)
  const start = name === '' ? resource : (definitions.get(name) ?? ids.get(name))
  if (start === undefined && ABSOLUTE.test(name)) return undefined
  const starts = name === '' ? [start, root, holder] : [start]
  const found = starts
    .map((from) => from && followFragment(from, fragment))
    .find((node) => node !== undefined)
  if (found === undefined)
    throw new Refused(`the reference "${reference}" leads nowhere inside of the schema`)
  return found
}

function followFragment(start: SchemaNode, fragment: string): SchemaNode | undefined {
  if (fragment === '') return start
  if (!fragment.startsWith('/')) return findAnchor(start, fragment)
  let node: unknown = start
  for (const part of fragment.slice(1).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = (node as Record<string, unknown>)[key]
  }
  return isObject(node) ? node : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function findAnchor(node: SchemaNode, anchor: string): SchemaNode | undefined {
  if (node.$anchor === anchor) return node
  for (const inner of subschemas(node)) {
    const found = isObject(inner) ? findAnchor(inner, anchor) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Refuses references that lead to each other, with no schema between them. */
function refuseCircle(start: SchemaNode, edges: ReadonlyMap<SchemaNode, SchemaNode | undefined>): void {
  const passed = new Set<SchemaNode>()
  for (let node = edges.get(start); node !== undefined; node = edges.get(node)) {
    if (passed.has(node)) throw new Refused('it refers to itself, and to nothing else')
    passed.add(node)
  }
}

function containsItself(target: SchemaNode, edges: ReadonlyMap<SchemaNode, SchemaNode | undefined>): boolean {
  const done = new Set<SchemaNode>()
  const pending = next(target, edges)
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === target) return true
    if (done.has(node)) continue
    done.add(node)
    pending.push(...next(node, edges))
  }
  return false
}

function next(node: SchemaNode, edges: ReadonlyMap<SchemaNode, SchemaNode | undefined>): SchemaNode[] {
  const referred = edges.get(node)
  const inner = subschemas(node, DEFINITIONS).filter(isObject)
  return referred === undefined ? inner : [...inner, referred]
}

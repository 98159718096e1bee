import { allSchemas, isObject, type JsonSchema, schemasIn } from './json-schema.ts'

/**
 * Brings the references of a schema into the form `#` or `#/…`, counted from the top: the only one that all clients
 * follow. Schemas that a reference names by their `$id` or `$anchor` move to `$defs`.
 *
 * @param root changed in place; plain data of its own
 * @returns the reference that leads nowhere; nothing if all of them lead somewhere
 */
export function localizeReferences(root: JsonSchema): string | undefined {
  const named = new Map<string, string>()
  const bases = new Map<JsonSchema, string>()
  nameSchemas(root, named, bases)
  for (const schema of [...allSchemas(root)]) {
    for (const key of ['$ref', '$dynamicRef']) {
      if (!Object.hasOwn(schema, key)) continue
      const reference = schema[key]
      const target =
        typeof reference === 'string' ? locate(reference, bases.get(schema) ?? '#', named) : undefined
      if (target === undefined || resolvePointer(root, target) === undefined) return String(reference)
      delete schema[key]
      schema.$ref = target
    }
  }
  return undefined
}

/** Gives the schema that a reference of the form `#` or `#/…` leads to. */
export function resolvePointer(root: JsonSchema, pointer: string): JsonSchema | undefined {
  let at: unknown = root
  for (const part of pointer.split('/').slice(1)) {
    const key = decode(part)?.replaceAll('~1', '/').replaceAll('~0', '~')
    if (key === undefined || !isObject(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return isObject(at) && !Array.isArray(at) ? at : undefined
}

/** Tells whether a schema contains itself by way of its references. */
export function isRecursive(root: JsonSchema): boolean {
  const open = new Set<JsonSchema>()
  const done = new Set<JsonSchema>()
  const visit = (schema: JsonSchema): boolean => {
    if (open.has(schema)) return true
    if (done.has(schema)) return false
    open.add(schema)
    const target = typeof schema.$ref === 'string' ? resolvePointer(root, schema.$ref) : undefined
    const found =
      (target !== undefined && visit(target)) || schemasIn(schema).some((slot) => visit(slot.schema))
    open.delete(schema)
    done.add(schema)
    return found
  }
  return visit(root)
}

/** Notes where the schemas with names are, and which of them the references of each schema are counted from. */
function nameSchemas(root: JsonSchema, named: Map<string, string>, bases: Map<JsonSchema, string>): void {
  const defs: Record<string, unknown> = isObject(root.$defs) ? root.$defs : {}
  const visit = (schema: JsonSchema, pointer: string, base: string): void => {
    let inner = base
    if (typeof schema.$id === 'string') {
      named.set(schema.$id, pointer)
      inner = pointer
      delete schema.$id
    }
    for (const key of ['$anchor', '$dynamicAnchor']) {
      if (typeof schema[key] === 'string') named.set(`#${schema[key]}`, pointer)
      delete schema[key]
    }
    bases.set(schema, inner)
    for (const slot of schemasIn(schema)) {
      const name = ['$id', '$anchor', '$dynamicAnchor'].map((key) => slot.schema[key]).find(isText)
      const isDefinition = slot.holder === defs
      if (name === undefined && !isDefinition) visit(slot.schema, '', inner)
      else if (isDefinition) visit(slot.schema, pointerTo(slot.key), inner)
      else {
        const key = freeKey(defs, name!)
        slot.holder[slot.key] = { $ref: pointerTo(key) }
        defs[key] = slot.schema
        root.$defs = defs
        visit(slot.schema, pointerTo(key), inner)
      }
    }
  }
  visit(root, '#', '#')
}

function locate(reference: string, base: string, named: ReadonlyMap<string, string>): string | undefined {
  const known = named.get(reference)
  if (known !== undefined) return known
  return reference === '#' || reference.startsWith('#/') ? base + reference.slice(1) : undefined
}

function pointerTo(key: string): string {
  return `#/$defs/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`
}

/** A key of `$defs` that is free, made of a name. */
export function freeKey(defs: Readonly<Record<string, unknown>>, name: string): string {
  const base = name.replace(/[^A-Za-z0-9_]+/g, '_')
  let key = base
  for (let count = 2; Object.hasOwn(defs, key) || key in {}; count++) key = `${base}_${count}`
  return key
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** The part of zod's registry of metadata that outlives the schemas in it: which schema has an ID. */
interface IdMap {
  readonly _idmap?: Map<unknown, unknown>
}

/**
 * Calls what may give a schema an ID, and takes the ID back from zod's registry, which the whole process shares. Else
 * the same source, folded again, would be refused by versions that want every ID once, and no schema with an ID would
 * ever be freed. What zod knows of the schema itself is held weakly, and stays.
 */
export function withoutIds(run: () => unknown, exports: object, args: readonly unknown[]): unknown {
  const ids = (globalRegistry(exports) as IdMap | undefined)?._idmap
  const given = args.flatMap((arg) => (hasId(arg) ? [arg.id] : []))
  if (given.length === 0 || !(ids instanceof Map)) return run()
  const before = given.map((id) => [id, ids.get(id)] as const)
  for (const id of given) ids.delete(id)
  try {
    return run()
  } finally {
    for (const [id, schema] of before) {
      if (schema === undefined) ids.delete(id)
      else ids.set(id, schema)
    }
  }
}

/** zod's shared registry, which its export `globalRegistry` is. */
export function globalRegistry(exports: object): unknown {
  return (exports as { globalRegistry?: unknown }).globalRegistry
}

function hasId(value: unknown): value is { id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value
}

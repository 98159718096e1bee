import type { CatalogEntry } from '../catalog/entry.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import type { Registry } from './api.ts'
import { readShown, SHOWN } from './shown.ts'

/** The side of a schema that a member describes: what goes in, or what comes out. */
const SIDES: Readonly<Record<string, 'input' | 'output'>> = { inputSchema: 'input', outputSchema: 'output' }

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/**
 * Completes the catalog entry of a module from the module itself; see `Registry.resolveMetadata`. Only what the entry
 * lacks is read: what the build found out stands. Schema objects of libraries are converted by the libraries: by way of
 * Standard JSON Schema, by their own `toJSONSchema` (zod) or `toJsonSchema` (ArkType), or they are JSON Schema as they
 * are (TypeBox). What cannot be converted stays unknown.
 *
 * @param registry the registry that holds the module, and makes its instance
 * @param entry its entry; it is not changed
 * @returns an entry of its own, deeply frozen
 */
export async function readMetadata(registry: Registry, entry: CatalogEntry): Promise<CatalogEntry> {
  const known: Record<string, unknown> = { ...entry }
  const add = (source: unknown) => {
    for (const [key, value] of Object.entries(readMembers(source as object))) known[key] ??= value
  }
  const module = await registry.load(entry.id)
  add(module)
  if (SHOWN.some((key) => known[key] === undefined)) add(await registry.get(entry.id))
  const { unresolved = {}, ...found } = known as { unresolved?: object }
  const open = Object.entries(unresolved).filter(([key]) => !Object.hasOwn(found, key))
  const left = open.length === 0 ? {} : { unresolved: Object.fromEntries(open) }
  return deepFreeze({ ...found, ...left }) as CatalogEntry
}

function readMembers(module: object): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const key of SHOWN) {
    try {
      const value = (module as Record<string, unknown>)[key]
      const side = SIDES[key]
      Object.assign(members, readShown({ [key]: side ? toJsonSchema(value, side) : value }))
    } catch {
      // One that cannot be read leaves the others alone.
    }
  }
  return members
}

/** A schema object, by what libraries let it do. */
interface LibrarySchema {
  readonly '~standard'?: {
    readonly jsonSchema?: Readonly<Record<'input' | 'output', (options: { target: string }) => object>>
  }
  toJSONSchema?(options: { io: 'input' | 'output' }): object
  toJsonSchema?(): object
}

function toJsonSchema(value: unknown, side: 'input' | 'output'): unknown {
  if (value === undefined || value === null) return undefined
  const schema = value as LibrarySchema
  const converter = schema['~standard']?.jsonSchema
  const converted =
    converter?.[side]({ target: 'draft-2020-12' }) ??
    schema.toJSONSchema?.({ io: side }) ??
    schema.toJsonSchema?.()
  if (converted === undefined) return value
  const { $schema, ...plain } = converted as Record<string, unknown>
  return $schema === undefined || $schema === DIALECT ? plain : { $schema, ...plain }
}

import type { CatalogEntry } from '../../catalog/entry.ts'
import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import type { Compilation } from '../../compiler/compile.ts'
import type { CatalogContribution } from '../../kernel/contribution.ts'

/** Anything that the registry holds: a module, a plugin, or a contribution of another kind. */
export type AnyEntry = CatalogEntry | PluginEntry | CatalogContribution

/** Everything of a kind, in the order of its catalog: modules by ID, plugins in the order of their set-up. */
export function entriesOf(kind: string, { catalog, plugins, snapshot }: Compilation): readonly AnyEntry[] {
  if (kind === 'module') return catalog
  return kind === 'plugin' ? plugins : snapshot.catalog.byKind(kind)
}

/** The kinds of which there is something, sorted. */
export function kindsOf({ snapshot }: Compilation): string[] {
  return [...new Set(snapshot.catalog.all().map(({ kind }) => kind))].sort()
}

/** The file that an entry stands in, relative to the project; empty when there is none. */
export function fileOf(entry: AnyEntry): string {
  if ('file' in entry && entry.file !== undefined) return entry.file
  if ('manifest' in entry && entry.manifest !== undefined) return entry.manifest
  if ('folder' in entry) return entry.folder
  return 'source' in entry ? (entry.source.path ?? '') : ''
}

/** What an entry says of itself in a line; empty when it says nothing. */
export function aboutOf(entry: AnyEntry): string {
  const text = descriptionOf('payload' in entry ? entry.payload : entry)
  return text.trim().split(/\s*\n/)[0] ?? ''
}

function descriptionOf(value: unknown): string {
  const { description, metadata } = (value ?? {}) as { description?: unknown; metadata?: unknown }
  if (typeof description === 'string') return description
  const { description: inner } = (metadata ?? {}) as { description?: unknown }
  return typeof inner === 'string' ? inner : ''
}

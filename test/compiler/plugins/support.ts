import type { MemoryFiles } from '../../support/memory-host.ts'

/** What a manifest says besides its name. */
export interface ManifestSpec {
  readonly name: string
  readonly kind?: string
  readonly entry?: string
  readonly dependsOn?: readonly string[]
  readonly priority?: number
  /** Further lines. */
  readonly more?: string
}

/** The text of a manifest; kind `tool` and entry point `main:Main` unless it says otherwise. */
export function manifestText({ name, kind = 'tool', entry = 'main:Main', ...rest }: ManifestSpec): string {
  return [
    '[plugin]',
    `name = ${JSON.stringify(name)}`,
    `kind = ${JSON.stringify(kind)}`,
    `entry_point = ${JSON.stringify(entry)}`,
    ...(rest.dependsOn === undefined ? [] : [`depends_on = ${JSON.stringify(rest.dependsOn)}`]),
    ...(rest.priority === undefined ? [] : [`priority = ${rest.priority}`]),
    ...(rest.more === undefined ? [] : [rest.more]),
    '',
  ].join('\n')
}

/** A plugin folder: its manifest, and a file that exports the class `Main`. */
export function pluginFiles(folder: string, spec: Partial<ManifestSpec> = {}): MemoryFiles {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  return {
    [`${folder}/dagstack.toml`]: manifestText({ name, ...spec }),
    [`${folder}/main.ts`]: 'export class Main {}\n',
  }
}

import type { CatalogEntry } from '../../catalog/entry.ts'
import type { Report } from '../../diagnostics/collector.ts'
import type { ToolProvider } from '../../tools/providers.ts'
import { readTool } from '../../tools/read-tool.ts'
import type { IdentifiedModule } from './identify-file.ts'

/**
 * Reports the modules that are no tools for the providers that the application uses, by the rules of `toTools`.
 *
 * @param catalog the entries as the application gets them
 * @param modules those that come from classes, for their places
 */
export function checkTools(
  catalog: readonly CatalogEntry[],
  modules: readonly IdentifiedModule[],
  providers: readonly ToolProvider[],
  report: Report,
): void {
  if (providers.length === 0) return
  const places = new Map(modules.map(({ id, source, descriptor }) => [id, placeOf(source, descriptor)]))
  for (const entry of catalog) {
    const at = places.get(entry.id)
    const extras = at === undefined || at.file !== entry.file ? {} : { at }
    for (const provider of providers) {
      const fault = readTool(entry, provider)
      if (!('code' in fault)) continue
      const { id } = entry
      if (fault.code === 'TOOL_SCHEMA_UNUSABLE') {
        report(fault.code, { provider, id, reason: fault.reason }, extras)
      } else report(fault.code, { provider, id, name: fault.name, limit: fault.limit }, extras)
    }
  }
}

function placeOf({ file }: IdentifiedModule['source'], descriptor: IdentifiedModule['descriptor']) {
  const { line, column, endColumn } = descriptor
  return { file, line, column, endLine: line, endColumn }
}

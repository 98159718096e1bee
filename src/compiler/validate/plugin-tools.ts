import type { Report } from '../../diagnostics/collector.ts'
import type { Place } from '../../diagnostics/diagnostic.ts'
import { EPHEMERAL, MAX_ID_LENGTH } from '../../identity/module-id.ts'
import { badSegment, fileSegment } from '../../identity/segment.ts'
import type { ResolvedOptions } from '../options.ts'
import type { TomlPath } from '../parse/manifest/toml-places.ts'
import type { ParsedPlugin } from './plugin-dependencies.ts'

/** A tool of a plugin in a process of its own, as the module that it is. */
export interface IdentifiedTool {
  /** The module ID: `<plugin>.<tool>`. */
  readonly id: string
  /** What the manifest calls it. */
  readonly tool: string
  readonly name: string
  readonly description?: string
  /** Plain data. */
  readonly inputSchema?: unknown
  /** Where its manifest names it. */
  readonly at: Place
}

/**
 * Gives the tools of a plugin their module IDs: the name of the plugin and that of the tool, both as segments. One bad
 * name means that none is registered.
 *
 * @returns nothing after reporting why
 */
export function identifyTools(
  { source, manifest }: ParsedPlugin,
  { fileNames, reservedWords }: Pick<ResolvedOptions, 'fileNames' | 'reservedWords'>,
  report: Report,
): IdentifiedTool[] | undefined {
  const { table, places, toolSchemas } = manifest
  const { tools = [] } = table
  if (tools.length === 0) return []
  const filePath = source.manifest
  const placeOf = (...path: TomlPath): Place => ({ file: filePath, ...places.value(['plugin', ...path]) })
  let sound = true
  const segmentOf = (name: string, key: string, at: Place): string => {
    const segment = fileSegment(name, fileNames)
    if (segment !== undefined) return segment
    sound = false
    report('INVALID_SEGMENT', { filePath, ...badSegment(name), key }, { at })
    return ''
  }
  const namePlace = placeOf('name')
  const first = segmentOf(table.name, 'plugin.name', namePlace)
  if (first === EPHEMERAL || reservedWords.includes(first)) {
    sound = false
    report('RESERVED_WORD', { filePath, segment: first, key: 'plugin.name' }, { at: namePlace })
  }
  const bySegment = new Map<string, IdentifiedTool[]>()
  const identified = tools.map(({ id: tool, name, description }, index): IdentifiedTool => {
    const key = `plugin.tools[${index}].id`
    const at = placeOf('tools', index, 'id')
    const segment = segmentOf(tool, key, at)
    const id = `${first}.${segment}`
    if (id.length > MAX_ID_LENGTH) {
      sound = false
      report('ID_TOO_LONG', { filePath, moduleId: id, length: id.length, key }, { at })
    }
    const inputSchema = toolSchemas[index]
    const one: IdentifiedTool = {
      ...{ id, tool, name, at },
      ...(description === undefined ? {} : { description }),
      ...(inputSchema === undefined ? {} : { inputSchema }),
    }
    if (segment !== '') bySegment.set(segment, [...(bySegment.get(segment) ?? []), one])
    return one
  })
  for (const [conflictingSegment, [one, ...others]] of bySegment) {
    if (others.length === 0) continue
    sound = false
    report(
      'MODULE_ID_CONFLICT',
      {
        filePath,
        classNames: [one!, ...others].map(({ tool }) => tool),
        conflictingSegment,
        moduleId: one!.id,
      },
      { at: one!.at, related: others.map(({ at, tool }) => ({ ...at, message: `tool ${tool}` })) },
    )
  }
  return sound ? identified : undefined
}

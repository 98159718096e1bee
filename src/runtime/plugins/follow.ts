import type { CatalogEntry } from '../../catalog/entry.ts'
import { ModuleIdConflictError } from '../../identity/errors.ts'
import { deepFreeze } from '../../util/deep-freeze.ts'
import { report } from '../events.ts'
import { noPlace } from '../no-place.ts'
import { storeOf } from '../registry.ts'
import type { ExternalPlugin, ExternalTool } from './external.ts'
import { isExternal } from './load.ts'
import { type Life, type Plugins, setStatus, tell } from './state.ts'

/** Follows a plugin that runs elsewhere, from its set-up to its teardown: whether it can be called, and its tools. */
export function follow(plugins: Plugins, life: Life): void {
  const { record } = life
  if (!isExternal(record)) return
  const instance = life.instance as ExternalPlugin
  const stops = [
    instance.onProblem?.((problem) => {
      const { reason } = problem ?? {}
      if (record.life !== life || record.reason === reason) return
      setStatus(plugins, record, problem === undefined ? 'ready' : 'unavailable', reason)
    }),
    instance.onToolsChanged?.(() => {
      if (record.life !== life) return
      showTools(plugins, life)
      tell(plugins, record)
    }),
  ]
  showTools(plugins, life)
  life.unfollow = () => {
    for (const stop of stops) stop?.()
    hideTools(plugins, life)
  }
}

/** Puts the tools that a plugin has now in the place of those that it had. */
function showTools(plugins: Plugins, life: Life): void {
  hideTools(plugins, life)
  for (const tool of (life.instance as ExternalPlugin).tools?.() ?? []) {
    const { id } = tool
    if (plugins.tools.has(id)) {
      const error = new ModuleIdConflictError(`The ID "${id}" is taken.`, { moduleId: id })
      report(storeOf(plugins.registry).listeners, life.record.id, error)
    } else plugins.tools.set(id, { life, tool: tool.tool, entry: describeTool(tool, life) })
  }
}

function hideTools({ tools }: Plugins, life: Life): void {
  for (const [id, tool] of tools) if (tool.life === life) tools.delete(id)
}

function describeTool({ tool, ...said }: ExternalTool, { entry }: Life): CatalogEntry {
  const { scope, origin } = entry
  // By way of JSON it is plain data of its own, whatever the other side sent.
  const own = JSON.parse(JSON.stringify({ ...said, exportName: tool }))
  return deepFreeze({ ...noPlace, ...own, kind: 'tool', scope, origin, load: 'lazy' })
}

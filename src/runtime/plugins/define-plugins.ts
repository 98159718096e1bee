import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { deepFreeze } from '../../util/deep-freeze.ts'

/**
 * Makes the entries of plugins of a generated module: parses them and freezes them all the way down.
 *
 * @param json the entries as JSON; a key such as `__proto__` is a key like any other
 * @throws SyntaxError when it is not JSON
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePlugins(json: string): readonly PluginEntry[] {
  return deepFreeze(JSON.parse(json))
}

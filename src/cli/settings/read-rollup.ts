import { basename, dirname } from 'pathe'
import { importFile, unreadable } from './import-file.ts'
import { pluginOptions } from './plugin-options.ts'
import type { FoundOptions } from './settings.ts'

/**
 * Reads what a configuration of Rollup or Rolldown gives the plugin: it may be one, or several, or a function.
 *
 * @param file absolute path
 * @throws UsageError when it cannot be run
 */
export async function readRollupConfig(file: string): Promise<FoundOptions> {
  let exported = await importFile(file)
  if (typeof exported === 'function') {
    try {
      exported = await (exported as (flags: object) => unknown)({})
    } catch (error) {
      throw unreadable(file, error)
    }
  }
  const plugins = [exported].flat().map((one) => (one as { plugins?: unknown } | null)?.plugins)
  const kind = basename(file).startsWith('rolldown') ? 'rolldown' : 'rollup'
  return { options: await pluginOptions(plugins), root: dirname(file), source: { kind, file, notes: [] } }
}

import { dirname } from 'pathe'
import type { Options } from '../../compiler/options.ts'
import { shown } from '../text/shown.ts'
import { UsageError } from '../usage-error.ts'
import { importFile, unreadable } from './import-file.ts'
import type { FoundOptions } from './settings.ts'

/**
 * Reads a configuration that is for us alone: the options, or a function that gives them.
 *
 * @param file absolute path
 * @throws UsageError when it cannot be run, or exports something else
 */
export async function readOwnConfig(file: string): Promise<FoundOptions> {
  let exported = await importFile(file)
  if (typeof exported === 'function') {
    try {
      exported = await (exported as () => unknown)()
    } catch (error) {
      throw unreadable(file, error)
    }
  }
  if (typeof exported !== 'object' || exported === null || Array.isArray(exported)) {
    throw new UsageError(
      `${shown(file)} has no options as its default export.`,
      "Write: export default { extensions: 'extensions' }",
    )
  }
  return { options: exported as Options, root: dirname(file), source: { kind: 'file', file, notes: [] } }
}

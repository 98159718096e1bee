import { dirname } from 'pathe'
import type { Host } from '../host.ts'
import { readTsconfig } from './module-resolution.ts'
import { readPlainTsconfig } from './plain-tsconfig.ts'

const NAMES = ['allowJs', 'checkJs', 'allowImportingTsExtensions', 'rewriteRelativeImportExtensions'] as const

/** The options of a tsconfig that generated files depend on. */
export type Switches = { readonly [N in (typeof NAMES)[number]]?: boolean | undefined }

/**
 * Reads them from the tsconfig nearest to a folder. The compiler is asked only where the files are not plain.
 *
 * @param folder absolute
 * @returns nothing where there is no tsconfig
 */
export function readSwitches(folder: string, host: Host): Switches | undefined {
  const config = `${folder}/tsconfig.json`
  if (host.kind(config) !== 'file') {
    const parent = dirname(folder)
    return parent === folder ? undefined : readSwitches(parent, host)
  }
  const plain = readPlainTsconfig(config, host)
  const isSure =
    plain !== undefined && NAMES.every((name) => /^(?:boolean|undefined)$/.test(typeof plain[name]))
  return isSure ? (plain as Switches) : readTsconfig(folder, host)
}

import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageOf } from './package-name.ts'
import { Refused, reasonOf } from './refused.ts'

/** A package as Node finds it for a file. */
export interface InstalledPackage {
  readonly version: string
  /** Absolute real path of its folder. */
  readonly folder: string
  /** Absolute real path of the file that a specifier names. */
  readonly file: string
}

/**
 * Finds what a specifier means for a file, as `require` in that file would.
 *
 * Only a package that somebody has installed will do: one of the same name that is linked from a folder of sources, as
 * in a workspace, is code of the user.
 *
 * @param specifier a package, with or without a path inside of it
 * @param from absolute path of the importing file, which need not exist
 * @throws Refused when it is not installed
 */
export function findInstalled(specifier: string, from: string): InstalledPackage {
  const name = packageOf(specifier)
  const file = realPathOf(resolve(specifier, name, from), name)
  if (!/[\\/]node_modules[\\/]/.test(file)) {
    throw new Refused(`the package ${name} is linked from sources, which are not run here`)
  }
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(folder)
    // Folders inside of a package have manifests of their own, which say what kind of module the files are.
    if (manifest?.version === undefined) continue
    if (manifest.name !== name) break
    return { version: manifest.version, folder, file }
  }
  throw new Refused(`what is installed as ${name} is another package`)
}

/**
 * Loads a file of an installed package. The engines that this package runs on can `require` ES modules; asked from
 * inside of `node_modules`, they do so without a warning.
 *
 * @throws Refused when the package cannot be loaded
 */
export function loadInstalled({ file, folder }: InstalledPackage): object {
  try {
    return createRequire(join(folder, 'package.json'))(file) as object
  } catch (error) {
    throw new Refused(`the package cannot be loaded: ${reasonOf(error)}`)
  }
}

function resolve(specifier: string, name: string, from: string): string {
  try {
    return createRequire(from).resolve(specifier)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
      throw new Refused(`the installed ${name} has no ${specifier}`)
    throw new Refused(`the package ${name} is not installed`)
  }
}

/** Node remembers where a package was, also when it is gone. */
function realPathOf(path: string, name: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new Refused(`the package ${name} is not installed`)
  }
}

function readManifest(folder: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name?: string
      version?: string
    }
  } catch {
    return undefined
  }
}

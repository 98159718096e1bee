import { dirname, join } from 'pathe'
import { nodeHost } from '../compiler/node-host.ts'

/** What the package is called where bundlers treat packages one by one. */
export const PACKAGE = 'unplugin-module-registry'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * Finds the packages that a project has installed for itself and that depend on ours. They may import the virtual
 * modules, which nobody but the bundler of the project can answer, so they must not be left to anybody else.
 *
 * @param root the project, absolute
 * @returns their names, sorted
 */
export function dependentPackages(root: string): string[] {
  const { dependencies, devDependencies } = readManifest(root) ?? {}
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== PACKAGE)
  return names.filter((name) => dependsOnUs(findInstalled(root, name))).sort()
}

function dependsOnUs(manifest: Manifest | undefined): boolean {
  return PACKAGE in { ...manifest?.dependencies, ...manifest?.peerDependencies }
}

/** The manifest of a package as it is found from a folder: the "exports" of many hide it from resolution. */
function findInstalled(folder: string, name: string): Manifest | undefined {
  const manifest = readManifest(join(folder, 'node_modules', name))
  if (manifest !== undefined || folder === dirname(folder)) return manifest
  return findInstalled(dirname(folder), name)
}

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(nodeHost.read(join(folder, 'package.json'))) as Manifest
  } catch {
    return undefined
  }
}

import type { DevEnvironment, EnvironmentModuleNode } from 'vite'

/** What depends on changed modules, found by walking up their importers. */
export interface Affected {
  /** Absolute paths of the module files among them. */
  readonly files: ReadonlySet<string>
  /** Whether anything else depends on them too, so that the dev server's own propagation has work to do. */
  readonly foreign: boolean
  /** Module files that nothing but the registry imports: there, propagation finds a dead end. */
  readonly ends: readonly EnvironmentModuleNode[]
}

/**
 * Walks up from changed modules to module files and further.
 *
 * @param isModuleFile whether the registry loads a file
 */
export function findAffected(
  changed: Iterable<EnvironmentModuleNode>,
  isModuleFile: (path: string) => boolean,
): Affected {
  const files = new Set<string>()
  const ends: EnvironmentModuleNode[] = []
  const seen = new Set<EnvironmentModuleNode>()
  let foreign = false
  const visit = (node: EnvironmentModuleNode): void => {
    if (seen.has(node)) return
    seen.add(node)
    const isModule = node.file !== null && isModuleFile(node.file)
    if (isModule) files.add(node.file!)
    if (node.isSelfAccepting) {
      foreign = true
      return
    }
    if (node.importers.size === 0) {
      if (isModule) ends.push(node)
      else foreign = true
    }
    for (const importer of node.importers) {
      if (importer.acceptedHmrDeps.has(node)) foreign = true
      else visit(importer)
    }
  }
  for (const node of changed) visit(node)
  return { files, foreign, ends }
}

/** Forgets what an environment knows of modules and of what imports them, so that they are served anew under a stamp. */
export function invalidate(
  environment: DevEnvironment,
  nodes: Iterable<EnvironmentModuleNode>,
  stamp: number,
): void {
  const seen = new Set<EnvironmentModuleNode>()
  for (const node of nodes) environment.moduleGraph.invalidateModule(node, seen, stamp, true)
}

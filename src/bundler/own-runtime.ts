import { createRequire } from 'node:module'
import { normalize } from 'pathe'

/**
 * Where the runtime is that came with this plugin: what an import of it means in folders from which the package
 * cannot be reached, such as a linked root outside the project.
 *
 * @returns an absolute path; nothing in a checkout of the package that was never built
 */
export function ownRuntime(): string | undefined {
  try {
    return normalize(createRequire(import.meta.url).resolve('unplugin-module-registry/runtime'))
  } catch {
    return undefined
  }
}

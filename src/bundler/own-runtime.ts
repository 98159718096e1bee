import { createRequire } from 'node:module'
import { normalize } from 'pathe'
import { RUNTIME_ENTRY } from '../compiler/parse/scanner.ts'

/**
 * Where the runtime is that came with this plugin: what an import of it means in folders from which the package
 * cannot be reached, such as a linked root outside the project.
 *
 * @returns an absolute path; nothing in a checkout of the package that was never built
 */
export function ownRuntime(): string | undefined {
  return runtimeFrom(import.meta.url)
}

/**
 * Where the runtime is for those who do not reach it: that of the project, or else our own.
 *
 * @param importer the file that imports it, absolute
 * @returns nothing when the importer reaches it by itself
 */
export function fallbackRuntime(importer: string, root: string): string | undefined {
  return runtimeFrom(importer) === undefined ? projectRuntime(root) : undefined
}

/** The runtime of a project, or else our own. */
export function projectRuntime(root: string): string | undefined {
  return runtimeFrom(`${root}/package.json`) ?? ownRuntime()
}

function runtimeFrom(importer: string): string | undefined {
  try {
    return normalize(createRequire(importer).resolve(RUNTIME_ENTRY))
  } catch {
    return undefined
  }
}

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
 * Where the runtime is for whoever imports it in a folder, or else in the project, or else our own.
 *
 * @param folders to look from, absolute, in this order
 */
export function findRuntime(...folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const found = runtimeFrom(`${folder}/importer.js`)
    if (found !== undefined) return found
  }
  return ownRuntime()
}

function runtimeFrom(importer: string): string | undefined {
  try {
    return normalize(createRequire(importer).resolve(RUNTIME_ENTRY))
  } catch {
    return undefined
  }
}

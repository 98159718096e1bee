import { createRequire } from 'node:module'
import { normalize } from 'pathe'

/**
 * Where an entry of the package is, such as the runtime, that came with this plugin: what an import of it means in folders from which the package
 * cannot be reached, such as a linked root outside the project.
 *
 * @returns an absolute path; nothing in a checkout of the package that was never built
 */
export function ownEntry(entry: string): string | undefined {
  return entryFrom(import.meta.url, entry)
}

/**
 * Where an entry of the package is for those who do not reach it: that of the project, or else our own.
 *
 * @param importer the file that imports it, absolute
 * @returns nothing when the importer reaches it by itself
 */
export function fallbackEntry(entry: string, importer: string, root: string): string | undefined {
  return entryFrom(importer, entry) === undefined ? projectEntry(entry, root) : undefined
}

/** An entry of the package as a project reaches it, or else our own. */
export function projectEntry(entry: string, root: string): string | undefined {
  return entryFrom(`${root}/package.json`, entry) ?? ownEntry(entry)
}

function entryFrom(importer: string, entry: string): string | undefined {
  try {
    return normalize(createRequire(importer).resolve(entry))
  } catch {
    return undefined
  }
}

import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Refusal, SchemaLibraries, SchemaLibrary } from '../fold/schema-library.ts'
import type { Dialect } from './dialect.ts'
import { findInstalled, loadInstalled } from './installed-package.ts'
import { InstalledLibrary } from './library.ts'
import { Refused, reasonOf } from './refused.ts'
import { typebox } from './typebox/dialect.ts'
import { valibot } from './valibot/dialect.ts'
import { zod } from './zod/dialect.ts'

/**
 * Opens the schema libraries that a project has installed, each in the version that the importing file would get.
 *
 * A library is loaded once for a process, as `require` does: an upgrade shows after a restart.
 */
export function createSchemaLibraries(): SchemaLibraries {
  const byFolder = new Map<string, SchemaLibrary | Refusal>()
  const byFile = new Map<string, SchemaLibrary>()
  const decides = new Map<string, boolean>()
  const openIn = (specifier: string, folder: string, from: string): SchemaLibrary | Refusal => {
    const key = `${specifier}\n${folder}`
    const known = byFolder.get(key)
    if (known !== undefined) return known
    const parent = dirname(folder)
    const decided = decides.get(folder) ?? decidesOnPackages(folder, parent)
    decides.set(folder, decided)
    const opened = decided
      ? attempt(() => openLibrary(specifier, from, byFile))
      : openIn(specifier, parent, join(parent, 'index.js'))
    byFolder.set(key, opened)
    return opened
  }
  return { open: (specifier, from) => openIn(specifier, dirname(from), from) }
}

/** Whether the files of a folder may get other packages than those of the folder around it. */
function decidesOnPackages(folder: string, parent: string): boolean {
  if (parent === folder || /[\\/]node_modules(?:[\\/]|$)/.test(folder)) return true
  try {
    return ['package.json', 'node_modules'].some(
      (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
    )
  } catch {
    return true
  }
}

function openLibrary(specifier: string, from: string, byFile: Map<string, SchemaLibrary>): SchemaLibrary {
  const [dialect, since, before] = supported(specifier)
  const found = findInstalled(specifier, from)
  const known = byFile.get(found.file)
  if (known !== undefined) return known
  if (compareVersions(found.version, since) < 0 || compareVersions(found.version, before) >= 0) {
    throw new Refused(
      `${specifier} ${found.version} is not supported: it has to be at least ${since}, and below ${before}`,
    )
  }
  const library = new InstalledLibrary({
    name: specifier,
    version: found.version,
    folder: found.folder,
    dialect,
    exports: loadInstalled(found),
    load: (other) => attempt(() => ({ exports: loadInstalled(findInstalled(other, from)) })),
  })
  byFile.set(found.file, library)
  return library
}

/** What converts the values of an import, and in which versions: from the first one on, and below the second. */
function supported(specifier: string): readonly [dialect: Dialect, since: string, before: string] {
  if (specifier === 'zod/v3')
    throw new Refused('zod 3 has no JSON Schema: import from `zod` 4, or from `zod/v4`')
  if (specifier === 'zod' || specifier === 'zod/mini') return [zod, '4.0.0', '5.0.0']
  // Late versions of zod 3 have zod 4 in a folder.
  if (specifier.startsWith('zod/')) return [zod, '3.25.0', '5.0.0']
  if (specifier === 'valibot') return [valibot, '1.0.0', '2.0.0']
  if (specifier === '@sinclair/typebox') return [typebox, '0.26.0', '1.0.0']
  if (specifier === 'typebox') return [typebox, '1.0.0', '2.0.0']
  throw new Refused(`${specifier} is no schema library that is known here`)
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split(/[.+-]/, 3).map(Number))
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function attempt<Result>(run: () => Result): Result | Refusal {
  try {
    return run()
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

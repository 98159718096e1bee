import { dirname, resolve } from 'pathe'
import type { Host } from '../host.ts'
import { type ConfigHost, readPlainReferences, readPlainTsconfig } from './plain-tsconfig.ts'

/** How many projects may refer to each other. */
const MAX_PROJECTS = 100

/** What stands in an import for a TypeScript file; of all files that it may mean, that one goes first. */
const SOURCES: Readonly<Record<string, string>> = {
  '.js': '.ts',
  '.mjs': '.mts',
  '.cjs': '.cts',
  '.ts': '.ts',
  '.mts': '.mts',
  '.cts': '.cts',
}

/**
 * Finds the file behind a relative import without the compiler: a TypeScript file that no option could put another in
 * front of.
 *
 * @param specifier as written
 * @param from the importing file, absolute
 * @returns nothing where there is any doubt that the compiler finds the same
 */
export function resolvePlainly(specifier: string, from: string, host: Host): string | undefined {
  const [, stem, extension = ''] = /^(\.{1,2}(?:\/\.\.)*(?:\/[\w-]+)+)(\.[a-z]+)?$/.exec(specifier) ?? []
  if (stem === undefined) return undefined
  const source = extension === '' ? '.ts' : SOURCES[extension]
  if (source === undefined) return undefined
  const path = resolve(dirname(from), stem) + source
  return host.kind(path) === 'file' ? path : undefined
}

/**
 * Whether a tsconfig, with all that it extends and refers to, leaves relative imports of TypeScript files alone.
 *
 * @param config absolute
 * @returns the files that it consists of; nothing where there is any doubt
 */
export function projectsWithPlainImports(config: string, host: Host): ReadonlySet<string> | undefined {
  const files = new Set<string>()
  const hearing: ConfigHost = {
    kind: (path) => host.kind(path),
    read(path) {
      const text = host.read(path)
      if (path.endsWith('.json') && !path.endsWith('package.json')) files.add(path)
      return text
    },
  }
  const projects = new Set([config])
  for (const project of projects) {
    if (projects.size > MAX_PROJECTS) return undefined
    const options = readPlainTsconfig(project, hearing)
    const references = readPlainReferences(project, hearing)
    if (references === undefined || options === undefined || 'moduleSuffixes' in options) return undefined
    for (const reference of references) {
      const path = resolve(dirname(project), reference)
      projects.add(host.kind(path) === 'folder' ? `${path}/tsconfig.json` : path)
    }
  }
  return files
}

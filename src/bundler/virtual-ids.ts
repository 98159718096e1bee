import type { Compilation } from '../compiler/compile.ts'
import { CATALOG_ID } from '../compiler/emit.ts'
import { RUNTIME_ENTRY } from '../compiler/parse/scanner.ts'

/** In front of an extension file's path in generated imports: such a specifier reaches nobody but us. */
const FILE_PREFIX = 'virtual:module-registry/file/'

/** The entries of the package that generated modules import. */
export const ENTRIES = [RUNTIME_ENTRY, 'unplugin-module-registry/process', 'unplugin-module-registry/mcp']

/** The same as a pattern. */
export const OWN_ENTRIES = new RegExp(`^(?:${ENTRIES.join('|')})$`)

/** Every specifier that the plugin answers. */
export const OUR_SPECIFIERS = new RegExp(`^virtual:module-registry(?:/|$)|${OWN_ENTRIES.source}`)

/** In front of a chunk's name in generated imports. */
const CHUNK_PREFIX = 'virtual:module-registry/chunk/'

/** The specifiers of virtual modules. */
export const VIRTUAL_SPECIFIERS = /^virtual:module-registry(?:\/catalog|\/chunk\/[\w.-]+)?$/

/** The IDs that the plugin loads; the null byte tells other plugins to keep their hands off. */
export const OUR_IDS = /^\0virtual:module-registry(?:\/catalog|\/chunk\/[\w.-]+)?$/

/** The specifier of a file in a generated module. */
export function fileSpecifier(file: string): string {
  return FILE_PREFIX + file
}

/** The file of such a specifier, relative to the project. */
export function specifiedFile(specifier: string): string | undefined {
  return specifier.startsWith(FILE_PREFIX) ? specifier.slice(FILE_PREFIX.length) : undefined
}

/** Whether a specifier names a virtual module. */
export function isVirtual(specifier: string): boolean {
  return VIRTUAL_SPECIFIERS.test(specifier)
}

/**
 * The source of a virtual module.
 *
 * @param id its specifier
 * @param server whether the build is for a server
 * @param specifier maps a file, relative to the project, to a specifier; by default `./` in front
 */
export function virtualSource(
  { emit }: Compilation,
  id: string,
  server: boolean,
  specifier?: (file: string) => string,
): string {
  if (id === CATALOG_ID) return emit.catalogModule()
  const files = specifier === undefined ? {} : { specifier }
  if (id.startsWith(CHUNK_PREFIX)) return emit.chunkModule(id.slice(CHUNK_PREFIX.length), files)
  return emit.registryModule({ ...files, server, chunk: (name) => CHUNK_PREFIX + name })
}

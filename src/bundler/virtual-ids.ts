import { CATALOG_ID, REGISTRY_ID } from '../compiler/emit.ts'

/** In front of an extension file's path in generated imports: such a specifier reaches nobody but us. */
const FILE_PREFIX = 'virtual:module-registry/file/'

/** Every specifier that the plugin answers. */
export const OUR_SPECIFIERS = /^virtual:module-registry(?:\/|$)|^unplugin-module-registry\/runtime$/

/** The IDs that the plugin loads; the null byte tells other plugins to keep their hands off. */
export const OUR_IDS = /^\0virtual:module-registry(?:\/catalog)?$/

/** The specifier of a file in a generated module. */
export function fileSpecifier(file: string): string {
  return FILE_PREFIX + file
}

/** The file of such a specifier, relative to the project. */
export function specifiedFile(specifier: string): string | undefined {
  return specifier.startsWith(FILE_PREFIX) ? specifier.slice(FILE_PREFIX.length) : undefined
}

/** The specifiers of the virtual modules. */
export const VIRTUAL_IDS: readonly string[] = [REGISTRY_ID, CATALOG_ID]

/** Whether a specifier names one of the virtual modules. */
export function isVirtual(specifier: string): boolean {
  return VIRTUAL_IDS.includes(specifier)
}

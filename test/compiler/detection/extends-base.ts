import type { MemoryFiles } from '../../support/memory-host.ts'
import type { Detection } from './detect.ts'

const MODULE = "import type { Module } from 'unplugin-module-registry/runtime'\n"

/** A file with an abstract base class that implements the interface. */
export const BASE = `${MODULE}export abstract class Base implements Module { abstract execute(): void }\n`

/** What is wrong in {@link extendsBase} when the base cannot be found. */
export const unresolved = '2:24  UNRESOLVED_HERITAGE'

/**
 * A class that extends `Base`, imported from a specifier.
 *
 * @param files what leads there, or does not
 * @param modules `A` where the base is found and is a module, else empty
 */
export function extendsBase(
  title: string,
  specifier: string,
  files: MemoryFiles,
  modules = 'A',
  problems?: string,
): Detection {
  const source = `import { Base } from '${specifier}'\nexport class A extends Base { execute() {} }`
  return { title, whole: true, source, files, modules, ...(problems === undefined ? {} : { problems }) }
}

export const json = (value: unknown): string => JSON.stringify(value)

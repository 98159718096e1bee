import { normalize, resolve } from 'pathe'
import type { Session } from './session.ts'

/**
 * What generated modules are called where they are files of the project that are nowhere on the disk: so their
 * imports lead where those of such a file would, with all that the project's settings say.
 */
export function projectPath(session: Session, id: string): string {
  return resolve(session.root, `${id.replace(/[:/]/g, '-')}.js`)
}

/** The paths of generated modules, wherever the project is. */
export const PROJECT_PATHS = /[\\/]virtual-module-registry(?:-catalog|-chunk-[\w.-]+)?\.js$/

/** The specifier of a generated module, from its path. */
export function specifierOf(path: string): string {
  const parts = /\/virtual-(module-registry)(?:-(catalog|chunk)(?:-([\w.-]+))?)?\.js$/.exec(normalize(path))
  const [name, ...rest] = (parts ?? []).slice(1).filter((part) => part !== undefined)
  return [`virtual:${name}`, ...rest].join('/')
}

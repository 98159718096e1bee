import { readdirSync } from 'node:fs'
import { basename, dirname } from 'pathe'

/** What kind of configuration a file is. */
export type ConfigKind = 'own' | 'vite' | 'rollup'

const NAMES: readonly (readonly [ConfigKind, RegExp])[] = [
  ['own', /^module-registry\.config\.(?:[cm]?[jt]s|json)$/],
  ['vite', /^vite\.config\.[cm]?[jt]s$/],
  ['rollup', /^(?:rollup|rolldown)\.config\.[cm]?[jt]s$/],
]

/** Bundlers whose setup is a program, and not data that could be read. */
const UNREADABLE = /^(?:webpack|rspack|farm)\.config\.|^(?:esbuild|build)(?:\.config)?\.[cm]?[jt]s$/

/** What there is in a project. */
export interface FoundConfigs {
  /** The project, absolute: the folder with the configurations, or with `package.json`, or where the search began. */
  readonly folder: string
  /** Its configurations, absolute, those first that count first. */
  readonly files: readonly string[]
  /** Setups of other bundlers, by name. */
  readonly unreadable: readonly string[]
}

/** The kind of a configuration by its name. */
export function kindOf(file: string): ConfigKind {
  return NAMES.find(([, name]) => name.test(basename(file)))?.[0] ?? 'own'
}

/**
 * Looks for configurations in a folder, and upwards as far as the project reaches: to the next `package.json`, or the
 * folder that is under version control.
 *
 * @param start absolute path
 */
export function findConfigs(start: string): FoundConfigs {
  for (let folder = start; ; folder = dirname(folder)) {
    const names = namesIn(folder)
    const files = NAMES.flatMap(([, name]) => names.filter((one) => name.test(one)))
    const isProject = names.includes('package.json')
    if (files.length > 0 || isProject) {
      const unreadable = names.filter((one) => UNREADABLE.test(one))
      return { folder, files: files.map((file) => `${folder === '/' ? '' : folder}/${file}`), unreadable }
    }
    if (names.includes('.git') || dirname(folder) === folder) {
      return { folder: start, files: [], unreadable: [] }
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

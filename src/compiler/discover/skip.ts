import picomatch from 'picomatch'

const DECLARATION = /\.d\.[cm]?ts$/
const TEST = /\.(?:test|spec)\.[^.]+$/

/** Decides what of an extensions root is left out; the same rules hold for a scan and for single file events. */
export interface SkipRules {
  /** @param path the file, relative to the root */
  skipsFile(path: string): boolean
  /** @param path the folder, relative to the root; its parents are judged by themselves */
  skipsFolder(path: string): boolean
}

/**
 * Compiles the rules (seed: skip patterns): declarations, tests, names that start with `.` or `_`,
 * `node_modules`, and the user's patterns.
 *
 * @param patterns globs; one without `/` is held against the name alone, others against the path below the
 *   root and against the path from the project
 * @param root the root, relative to the project
 */
export function compileSkipRules(patterns: readonly string[], root: string): SkipRules {
  const skipsName = (name: string): boolean =>
    name.startsWith('.') || name.startsWith('_') || name === 'node_modules'
  const skipsByPattern = compilePatterns(patterns, root)
  return {
    skipsFile: (path) =>
      skipsName(nameOf(path)) || DECLARATION.test(path) || TEST.test(path) || skipsByPattern(path),
    skipsFolder: (path) => skipsName(nameOf(path)) || skipsByPattern(path),
  }
}

/** The folders below a plugins root that are never searched (seed: the default ignore list). */
const IGNORED_FOLDERS: readonly string[] = [
  '__pycache__',
  'node_modules',
  '.git',
  '.venv',
  'venv',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.tox',
  'dist',
  'build',
]

/**
 * Compiles the rules for a plugins root: the default list of folder names, and the user's patterns.
 *
 * @param patterns as for {@link compileSkipRules}
 * @param root the root, relative to the project
 */
export function compileIgnoreRules(patterns: readonly string[], root: string): SkipRules {
  const ignores = compilePatterns(patterns, root)
  return {
    skipsFile: () => false,
    skipsFolder: (path) => IGNORED_FOLDERS.includes(nameOf(path)) || ignores(path),
  }
}

function compilePatterns(patterns: readonly string[], root: string): (path: string) => boolean {
  const matchers = patterns.map((pattern) => {
    const trimmed = pattern.replace(/^\.\//, '').replace(/\/+$/, '')
    const matches = picomatch(trimmed, { dot: true })
    return trimmed.includes('/')
      ? (path: string) => matches(path) || matches(`${root}/${path}`)
      : (path: string) => matches(nameOf(path))
  })
  return (path) => matchers.some((matches) => matches(path))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

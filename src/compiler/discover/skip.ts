import picomatch from 'picomatch'

const DECLARATION = /\.d\.[cm]?ts$/
const TEST = /\.(?:test|spec)\.[^.]+$/

/** Why a name is left out: by which rule, and for one of the user's by which pattern. */
export type SkipReason =
  | { readonly rule: 'dot' | 'underscore' | 'node_modules' | 'declaration' | 'test' | 'ignored' }
  | { readonly rule: 'pattern'; readonly pattern: string }

/** Decides what of an extensions root is left out; the same rules hold for a scan and for single file events. */
export interface SkipRules {
  /** @param path the file, relative to the root */
  skipsFile(path: string): boolean
  /** @param path the folder, relative to the root; its parents are judged by themselves */
  skipsFolder(path: string): boolean
  /** The same questions, with the rule as the answer; nothing for what is not left out. */
  whyFile(path: string): SkipReason | undefined
  whyFolder(path: string): SkipReason | undefined
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
  const byPattern = compilePatterns(patterns, root)
  return rules(
    (path) =>
      skippedName(nameOf(path)) ??
      (DECLARATION.test(path) ? DECLARATION_FILE : TEST.test(path) ? TEST_FILE : byPattern(path)),
    (path) => skippedName(nameOf(path)) ?? byPattern(path),
  )
}

const DOT: SkipReason = { rule: 'dot' }
const UNDERSCORE: SkipReason = { rule: 'underscore' }
const NODE_MODULES: SkipReason = { rule: 'node_modules' }
const DECLARATION_FILE: SkipReason = { rule: 'declaration' }
const TEST_FILE: SkipReason = { rule: 'test' }
const IGNORED: SkipReason = { rule: 'ignored' }

function skippedName(name: string): SkipReason | undefined {
  if (name.startsWith('.')) return DOT
  if (name.startsWith('_')) return UNDERSCORE
  return name === 'node_modules' ? NODE_MODULES : undefined
}

function rules(whyFile: SkipRules['whyFile'], whyFolder: SkipRules['whyFolder']): SkipRules {
  return {
    skipsFile: (path) => whyFile(path) !== undefined,
    skipsFolder: (path) => whyFolder(path) !== undefined,
    whyFile,
    whyFolder,
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
  const byPattern = compilePatterns(patterns, root)
  return rules(
    () => undefined,
    (path) => (IGNORED_FOLDERS.includes(nameOf(path)) ? IGNORED : byPattern(path)),
  )
}

function compilePatterns(
  patterns: readonly string[],
  root: string,
): (path: string) => SkipReason | undefined {
  const matchers = patterns.map((pattern) => {
    const trimmed = pattern.replace(/^\.\//, '').replace(/\/+$/, '')
    const matches = picomatch(trimmed, { dot: true })
    const reason: SkipReason = { rule: 'pattern', pattern }
    const skips = trimmed.includes('/')
      ? (path: string) => matches(path) || matches(`${root}/${path}`)
      : (path: string) => matches(nameOf(path))
    return { reason, skips }
  })
  return (path) => matchers.find(({ skips }) => skips(path))?.reason
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

import { basename, isAbsolute, normalize, relative, resolve } from 'pathe'
import { ModuleRegistryError } from '../diagnostics/error.ts'
import type { OptionIssue } from '../diagnostics/option-issue.ts'
import { EPHEMERAL, RESERVED_WORDS } from '../identity/module-id.ts'
import { fileSegment, isSegment, suggestSegment } from '../identity/segment.ts'
import { KernelArgumentError } from '../kernel/errors.ts'
import { type BuilderOptions, createTables } from '../kernel/tables.ts'
import { closest } from '../util/closest.ts'
import { compareText } from '../util/compare.ts'
import { checkOptionShapes } from './check-option-shapes.ts'
import { folderChunk } from './folder-chunk.ts'
import type { ExtensionsRoot, Options, ResolvedOptions, ResolvedRoot } from './options.ts'

/** The packages whose `FunctionModule`, `module` and `defineModule` make modules. */
const MODULE_FACTORIES: readonly string[] = ['unplugin-module-registry/runtime', 'apcore-js']

/** The options are wrong (`OPTIONS_INVALID`); `details.issues` lists everything that is, with its path. */
export class OptionsInvalidError extends ModuleRegistryError<{ issues: readonly OptionIssue[] }> {
  constructor(issues: readonly OptionIssue[]) {
    const lines = issues.map((issue) => `\n  ${issue.path === '' ? '' : `${issue.path}: `}${issue.message}`)
    super('OPTIONS_INVALID', `The options of unplugin-module-registry are wrong:${lines.join('')}`, {
      issues,
    })
    this.name = 'OptionsInvalidError'
  }
}

/**
 * Checks the options and fills in every default. Pure: whether paths exist is found out later.
 *
 * @param options what the user passed; it is not changed
 * @param defaultRoot the project where `root` is not given, absolute
 * @throws OptionsInvalidError with every issue, each with the path of the option
 */
export function resolveOptions(options: Options, defaultRoot: string): ResolvedOptions {
  const issues = checkOptionShapes(options)
  if (issues.length > 0) throw new OptionsInvalidError(issues)
  const root = resolve(defaultRoot, options.root ?? '.')
  const reservedWords = [...(options.reservedWords ?? RESERVED_WORDS)]
  const extensions = resolveRoots(options, root, reservedWords, issues)
  const plugins = resolvePluginRoots(options, root, issues)
  checkOutputs(options, root, issues)
  const tables = resolveTables(options, extensions, issues)
  if (issues.length > 0) throw new OptionsInvalidError(issues)
  const { moduleInterface = 'Module', load = 'lazy', output = false } = options
  return {
    root,
    extensions,
    extensionsGiven: options.extensions !== undefined,
    fileExtensions: [...new Set(['.ts', '.js', ...(options.fileExtensions ?? [])])],
    skip: [...(options.skip ?? [])],
    followSymlinks: options.followSymlinks ?? false,
    maxDepth: options.maxDepth ?? 8,
    fileNames: options.fileNames ?? 'normalize',
    reservedWords,
    onMultiple: options.onMultiple ?? 'error',
    metadata: options.metadata ?? 'optional',
    schemaFromTypes: options.schemaFromTypes ?? false,
    moduleInterface: typeof moduleInterface === 'string' ? { name: moduleInterface } : { ...moduleInterface },
    moduleFactories: [...(options.moduleFactories ?? MODULE_FACTORIES)],
    ...(options.instantiate === undefined ? {} : { instantiate: projectPath(root, options.instantiate) }),
    load: typeof load === 'function' ? load : () => load,
    chunks: chunkNames(options.chunks, extensions),
    conflictPolicy: options.conflictPolicy ?? 'fail',
    contributors: [...(options.contributors ?? [])],
    tables,
    plugins,
    pluginsGiven: options.plugins !== undefined,
    ignore: [...(options.ignore ?? [])],
    packages: Array.isArray(options.packages) ? [...options.packages] : (options.packages ?? false),
    onInvalidPlugin: options.onInvalidPlugin ?? 'error',
    ...(options.coreVersion === undefined ? {} : { coreVersion: options.coreVersion }),
    ...(options.server === undefined ? {} : { server: options.server }),
    providedPlugins: [...(options.providedPlugins ?? [])],
    toolProviders: [...new Set(options.toolProviders ?? [])].sort(compareText),
    ...inspectorOf(options.inspector ?? true),
    ...(output === false
      ? {}
      : {
          output:
            typeof output === 'string'
              ? { file: projectPath(root, output) }
              : { ...output, file: projectPath(root, output.file) },
        }),
    ...(options.dts === undefined
      ? {}
      : { dts: typeof options.dts === 'string' ? projectPath(root, options.dts) : options.dts }),
    cache: typeof options.cache === 'string' ? projectPath(root, options.cache) : (options.cache ?? true),
  }
}

function inspectorOf(inspector: NonNullable<Options['inspector']>): Pick<ResolvedOptions, 'inspector'> {
  if (inspector === false) return {}
  return { inspector: { calls: inspector !== true && inspector.calls === true } }
}

function chunkNames(chunks: Options['chunks'], roots: readonly ResolvedRoot[]): ResolvedOptions['chunks'] {
  if (typeof chunks === 'function') return chunks
  return chunks === 'folder' ? folderChunk(roots) : () => undefined
}

/** The kernel's tables with what the application adds, checked by the kernel itself. */
function resolveTables(
  { extensions, kinds = {}, scopes = {}, points = [], slots = [] }: Options,
  roots: readonly ResolvedRoot[],
  issues: OptionIssue[],
): BuilderOptions {
  const tables = { kinds: { ...kinds }, scopes: { ...scopes }, points: [...points], slots: [...slots] }
  try {
    const known = createTables(tables).scopes
    for (const [index, { scope }] of roots.entries()) {
      if (known.has(scope)) continue
      const [near] = closest(scope, known.keys())
      const message = `there is no scope "${scope}"${near === undefined ? '.' : `; did you mean "${near}"?`}`
      issues.push({
        path: `${Array.isArray(extensions) ? `extensions[${index}]` : 'extensions'}.scope`,
        message,
      })
    }
  } catch (error) {
    if (!(error instanceof KernelArgumentError)) throw error
    issues.push(...error.details.issues)
  }
  return tables
}

/** Generated files name the project's files from where they are, which only works from within the project. */
function checkOutputs({ dts, output }: Options, root: string, issues: OptionIssue[]): void {
  const outputPath = typeof output === 'object' ? output.file : output
  const outputOption = typeof output === 'object' ? 'output.file' : 'output'
  const check = (path: string, given: string, wanted: RegExp, examples: string): void => {
    if (/^\.\.(?:\/|$)/.test(projectPath(root, given))) {
      issues.push({ path, message: `"${given}" lies outside the project; choose a path in it.` })
    } else if (!wanted.test(given)) issues.push({ path, message: `"${given}" must end in ${examples}.` })
  }
  if (typeof dts === 'string') check('dts', dts, /\.d\.[cm]?ts$/, '".d.ts"')
  if (typeof outputPath !== 'string') return
  check(outputOption, outputPath, /(?<!\.d)\.m?[jt]s$/, '".ts", ".mts", ".js" or ".mjs"')
}

/** The path of a file or folder relative to the project, normalised; `..` leads out of it. */
function projectPath(root: string, path: string): string {
  return relative(root, isAbsolute(path) ? normalize(path) : resolve(root, path)) || '.'
}

function resolveRoots(
  options: Options,
  root: string,
  reservedWords: readonly string[],
  issues: OptionIssue[],
): ResolvedRoot[] {
  const given = options.extensions ?? 'extensions'
  if (given === false) return []
  const list = Array.isArray(given) ? given : [given]
  const roots = list.map((item, index): ResolvedRoot => {
    const entry: ExtensionsRoot = typeof item === 'string' ? { root: item } : item
    const at = Array.isArray(given) ? `extensions[${index}]` : 'extensions'
    const path = projectPath(root, entry.root)
    const namespace = namespaceOf(entry, path, list.length > 1, at, reservedWords, issues)
    return { root: path, scope: entry.scope ?? 'project', ...(namespace === undefined ? {} : { namespace }) }
  })
  for (const [index, inner] of roots.entries()) {
    const outer = roots.find((other, i) => i !== index && isWithin(inner.root, other.root, i < index))
    if (outer === undefined) continue
    issues.push({
      path: `extensions[${index}]`,
      message: `"${inner.root}" lies in the root "${outer.root}", so that each file below it would get two IDs; list only one of them.`,
    })
  }
  return roots
}

function resolvePluginRoots({ plugins = 'plugins' }: Options, root: string, issues: OptionIssue[]): string[] {
  if (plugins === false) return []
  const roots = (Array.isArray(plugins) ? plugins : [plugins]).map((path) => projectPath(root, path))
  for (const [index, inner] of roots.entries()) {
    const outer = roots.find((other, i) => i !== index && isWithin(inner, other, i < index))
    if (outer === undefined) continue
    issues.push({
      path: `plugins[${index}]`,
      message: `"${inner}" lies in the root "${outer}", so that each plugin below it would be found twice; list only one of them.`,
    })
  }
  return roots
}

function isWithin(inner: string, outer: string, countEqual: boolean): boolean {
  if (inner === outer) return countEqual
  if (outer === '.') return !/^\.\.(?:\/|$)/.test(inner)
  return inner.startsWith(`${outer}/`)
}

function namespaceOf(
  entry: ExtensionsRoot,
  path: string,
  several: boolean,
  at: string,
  reservedWords: readonly string[],
  issues: OptionIssue[],
): string | undefined {
  const namespace = entry.namespace ?? (several ? fileSegment(basename(path), 'normalize') : undefined)
  const issuePath = entry.namespace === undefined ? at : `${at}.namespace`
  if (namespace === undefined) {
    if (several) {
      issues.push({
        path: issuePath,
        message: `its last part "${basename(path)}" cannot be the namespace of its IDs; give it a \`namespace\`.`,
      })
    }
    return undefined
  }
  if (!isSegment(namespace)) {
    const suggestion = suggestSegment(namespace)
    issues.push({
      path: issuePath,
      message: `"${namespace}" cannot be the first segment of an ID: it must start with a letter a-z and go on with a-z, 0-9 and single "_"${suggestion === undefined ? '' : `, such as "${suggestion}"`}.`,
    })
  } else if (reservedWords.includes(namespace) || namespace === EPHEMERAL) {
    issues.push({ path: issuePath, message: `"${namespace}" is a reserved word: no ID may start with it.` })
  }
  return namespace
}

import { dirname, extname, relative } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import type { Place } from '../../diagnostics/diagnostic.ts'
import { closest } from '../../util/closest.ts'
import { findEntryFile, namesIn } from '../discover/entry-file.ts'
import type { NamedFolder, PluginFolder } from '../discover/plugin-folders.ts'
import type { Host } from '../host.ts'
import type { ModuleShape } from '../parse/class-descriptor.ts'
import type { EntryClasses } from '../parse/entry-class.ts'
import type { EntryPoint } from '../parse/manifest/entry-point.ts'
import { loadCompiler } from '../parse/syntax.ts'
import type { ParsedPlugin } from './plugin-dependencies.ts'

/** The class behind an entry point. */
export interface PluginClass {
  /** The file, relative to the project. */
  readonly file: string
  /** The same, absolute, with every link resolved. */
  readonly path: string
  readonly exportName: string
  readonly shape: ModuleShape
}

/** What resolving entry points needs. */
export interface EntryPointTools {
  /** Absolute path of the project. */
  readonly root: string
  readonly fileExtensions: readonly string[]
  readonly host: Host
  readonly classes: EntryClasses
}

const SCRIPT_EXTENSIONS = ['.ts', '.js', '.tsx', '.jsx', '.mts', '.cts', '.mjs', '.cjs']

/**
 * Resolves an entry point in the folder of its plugin and nowhere else (seed: the algorithm, step 5). That the class is
 * there is read off the source; nothing is run.
 *
 * @returns nothing after reporting why
 */
export function resolveEntryPoint(
  plugin: ParsedPlugin,
  entryPoint: EntryPoint,
  tools: EntryPointTools,
  report: Report,
): PluginClass | undefined {
  const { source, manifest } = plugin
  const at = { file: source.manifest, ...manifest.places.value(['plugin', 'entry_point']) }
  const folders = foldersOf(source)
  const found = findEntryFile(entryPoint.file, folders, extensionsFor(source, tools), tools.host)
  if (found.kind === 'escapes') {
    report('ENTRY_POINT_ESCAPES', { entryPoint: entryPoint.text }, { at })
    return undefined
  }
  if (found.kind === 'missing') {
    const { tried, spelling } = found
    const details = { entryPoint: entryPoint.text, tried, exports: [] }
    const help =
      spelling === undefined
        ? helpWithFile(source, entryPoint, tools)
        : { spelling, suggestion: `${withoutExtension(spelling)}:${entryPoint.exportName}` }
    report('ENTRY_POINT_NOT_FOUND', { ...details, ...help }, { at })
    return undefined
  }
  return resolveClass(plugin, entryPoint, found, tools, at, report)
}

function resolveClass(
  { source, manifest }: ParsedPlugin,
  { text, exportName }: EntryPoint,
  { file, path }: { readonly file: string; readonly path: string },
  { root, host, classes }: EntryPointTools,
  at: Place,
  report: Report,
): PluginClass | undefined {
  const facts = classes.factsOf(path)
  if (facts?.syntaxError !== undefined) {
    const { reason, range, related } = facts.syntaxError
    const places = related.map((note) => ({ file, ...note.range, message: note.reason }))
    report(
      'PARSE_ERROR',
      { reason, compiler: loadCompiler().version },
      { at: { file, ...range }, related: places },
    )
    return undefined
  }
  const found = classes.find(path, exportName)
  if (found.kind !== 'class') {
    const exports = classes.exportsOf(path)
    const classNames = [...exports].filter(([, isClass]) => isClass).map(([name]) => name)
    const name = closest(exportName, classNames)[0] ?? (classNames.length === 1 ? classNames[0] : undefined)
    const entryFile = text.slice(0, text.indexOf(':'))
    report(
      'ENTRY_POINT_NOT_FOUND',
      {
        entryPoint: text,
        tried: [relative(source.folder, file)],
        exports: [...exports.keys()],
        file,
        ...(found.kind === 'other' ? { found: found.what } : {}),
        ...(name === undefined ? {} : { suggestion: `${entryFile}:${name}` }),
      },
      { at },
    )
    return undefined
  }
  if (!isWithin(found.path, foldersOf(source).at(-1)!, host)) {
    report('ENTRY_POINT_ESCAPES', { entryPoint: text, file: relative(root, found.path) }, { at })
    return undefined
  }
  if ((found.facts?.requiredArguments ?? 0) > 0 && found.path === path) {
    const { name, range } = found.facts!
    report(
      'CONSTRUCTOR_NEEDS_ARGUMENTS',
      { className: name, plugin: manifest.id },
      { at: { file, ...range } },
    )
  }
  return { file, path, exportName, shape: found.shape }
}

function foldersOf(source: PluginFolder): NamedFolder[] {
  return source.packageRoot === undefined ? [source] : [source, source.packageRoot]
}

/** Packages ship what runs as it is, under any of its names; projects have sources. */
function extensionsFor({ scope }: PluginFolder, { fileExtensions }: EntryPointTools): readonly string[] {
  return scope === 'project' ? fileExtensions : [...new Set(['.js', '.mjs', '.cjs', ...fileExtensions])]
}

/** Guesses what was meant by the name of a file that is not there. */
function helpWithFile(
  source: PluginFolder,
  { file, exportName }: EntryPoint,
  { fileExtensions, host }: EntryPointTools,
): { suggestion?: string; extension?: string } {
  const folder = dirname(file) === '.' ? source.path : `${source.path}/${dirname(file)}`
  const names = namesIn(folder, host)
  const name = file.slice(file.lastIndexOf('/') + 1)
  const extension = SCRIPT_EXTENSIONS.find(
    (one) => !fileExtensions.includes(one) && names.includes(name + one),
  )
  if (extension !== undefined) return { extension }
  const scripts = names.filter((one) => fileExtensions.includes(extname(one)) && !/\.d\.[cm]?ts$/.test(one))
  const meant = scripts.includes(name)
    ? withoutExtension(name)
    : closest(withoutExtension(name), scripts.map(withoutExtension))[0]
  if (meant === undefined) return {}
  return { suggestion: `${file.slice(0, file.length - name.length)}${meant}:${exportName}` }
}

function withoutExtension(path: string): string {
  const extension = extname(path)
  return SCRIPT_EXTENSIONS.includes(extension) ? path.slice(0, -extension.length) : path
}

function isWithin(path: string, folder: NamedFolder, host: Host): boolean {
  try {
    return host.realPath(path).startsWith(`${folder.path}/`)
  } catch {
    return false
  }
}

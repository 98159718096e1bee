import { builtinModules } from 'node:module'
import { dirname, relative, resolve } from 'pathe'
import picomatch from 'picomatch'
import { type Host, readIfThere } from '../host.ts'
import { projectsWithPlainImports, resolvePlainly } from './plain-resolution.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** Where a specifier leads: a file, a built-in of Node, or nowhere. */
type Resolution = { readonly path: string } | 'builtin' | undefined

/** Finds the file behind an import. */
export interface ModuleResolver {
  /**
   * @param specifier as written
   * @param from the importing file, absolute
   */
  resolve(specifier: string, from: string): Resolution
  /** Absolute paths of the tsconfig files that were read. */
  readonly configFiles: ReadonlySet<string>
}

const BUILTINS = new Set(builtinModules)

/** Whether a specifier names a module of Node's own. */
export function isBuiltinModule(specifier: string): boolean {
  return specifier.startsWith('node:') || BUILTINS.has(specifier)
}

/**
 * Makes a resolver that follows what TypeScript and bundlers agree on: the nearest tsconfig with `extends`,
 * `references` and `paths`, package `exports`, `imports` and `types`, and links. The compiler's own resolution
 * does the work, in its bundler mode, whatever mode the project uses for type checking. It is not loaded for relative
 * imports of TypeScript files, which no option leads elsewhere.
 *
 * @param whole whether to ask the compiler always, without short cuts
 */
export function createModuleResolver(host: Host, whole = false): ModuleResolver {
  const configFiles = new Set<string>()
  const projects = new Map<string, Project[]>()
  const done = new Map<string, Resolution>()
  const plain = new Map<string, boolean>()
  /** Whether relative imports in a folder need nothing of its tsconfig. */
  const isPlainIn = (folder: string): boolean => {
    const known = plain.get(folder)
    if (known !== undefined) return known
    const config = configIn(folder, host)
    const parent = dirname(folder)
    const files = config === undefined ? undefined : projectsWithPlainImports(config, host)
    for (const file of files ?? []) configFiles.add(file)
    const found = config === undefined ? parent === folder || isPlainIn(parent) : files !== undefined
    plain.set(folder, found)
    return found
  }
  const projectsFor = (folder: string): Project[] => {
    const known = projects.get(folder)
    if (known !== undefined) return known
    const config = configIn(folder, host)
    const parent = dirname(folder)
    const found =
      config !== undefined
        ? readProjects(config, host, configFiles, new Set())
        : parent === folder
          ? [{ options: bundlerOptions({}), includes: () => true }]
          : projectsFor(parent)
    projects.set(folder, found)
    return found
  }
  return {
    configFiles,
    resolve(specifier, from) {
      if (isBuiltinModule(specifier)) return 'builtin'
      const folder = dirname(from)
      const key = `${folder}\0${specifier}`
      if (done.has(key)) return done.get(key)
      const nearest = whole ? undefined : resolvePlainly(specifier, from, host)
      const path = nearest !== undefined && isPlainIn(folder) ? nearest : undefined
      const found = path === undefined ? resolveIn(projectsFor(folder), specifier, from, host) : { path }
      done.set(key, found)
      return found
    },
  }
}

function configIn(folder: string, host: Host): string | undefined {
  return ['tsconfig.json', 'jsconfig.json']
    .map((name) => `${folder}/${name}`)
    .find((path) => host.kind(path) === 'file')
}

/**
 * Reads the options of the tsconfig nearest to a folder, for what is generated into it.
 *
 * @param folder absolute
 * @returns its compiler options with `extends` applied, or `undefined` where there is no tsconfig
 */
export function readTsconfig(folder: string, host: Host): TypeScript.CompilerOptions | undefined {
  const config = `${folder}/tsconfig.json`
  if (host.kind(config) === 'file') return parseConfig(config, host, new Set())?.options
  const parent = dirname(folder)
  return parent === folder ? undefined : readTsconfig(parent, host)
}

/** A tsconfig: its options, and whether a file belongs to it. */
interface Project {
  readonly options: TypeScript.CompilerOptions
  readonly includes: (path: string) => boolean
}

/** The projects that hold the file come first; the others may still know the alias. */
function resolveIn(projects: readonly Project[], specifier: string, from: string, host: Host): Resolution {
  const ts = loadCompiler()
  const holding = projects.filter((project) => project.includes(from))
  for (const { options } of [...holding, ...projects.filter((project) => !holding.includes(project))]) {
    const { resolvedModule } = ts.resolveModuleName(specifier, from, options, resolutionHost(host))
    if (resolvedModule !== undefined) return { path: resolvedModule.resolvedFileName }
  }
  return undefined
}

function resolutionHost(host: Host): TypeScript.ModuleResolutionHost {
  return {
    fileExists: (path) => host.kind(path) === 'file',
    directoryExists: (path) => host.kind(path) === 'folder',
    readFile: (path) => readIfThere(path, host),
    realpath: (path) => {
      try {
        return host.realPath(path)
      } catch {
        return path
      }
    },
  }
}

/** Reads a tsconfig and, through `references`, those it stands for. No folder is listed for it. */
function readProjects(config: string, host: Host, configFiles: Set<string>, seen: Set<string>): Project[] {
  if (seen.has(config)) return []
  seen.add(config)
  configFiles.add(config)
  const parsed = parseConfig(config, host, configFiles)
  const own = {
    options: bundlerOptions(parsed?.options ?? {}),
    includes: fileFilter(parsed?.raw, dirname(config)),
  }
  const referenced = (parsed?.projectReferences ?? []).flatMap(({ path }) => {
    const target = host.kind(path) === 'folder' ? `${path}/tsconfig.json` : path
    return readProjects(target.replaceAll('\\', '/'), host, configFiles, seen)
  })
  return [own, ...referenced]
}

function parseConfig(
  config: string,
  host: Host,
  configFiles: Set<string>,
): TypeScript.ParsedCommandLine | undefined {
  const ts = loadCompiler()
  const text = readIfThere(config, host)
  if (text === undefined) return undefined
  const { config: json } = ts.parseConfigFileTextToJson(config, text) as { config?: unknown }
  try {
    return ts.parseJsonConfigFileContent(
      json ?? {},
      configHost(host, configFiles),
      dirname(config),
      {},
      config,
    )
  } catch {
    return undefined // TypeScript's own reader trips over some malformed files, such as `"references": [null]`
  }
}

function configHost(host: Host, configFiles: Set<string>): TypeScript.ParseConfigHost {
  return {
    useCaseSensitiveFileNames: true,
    fileExists: (path) => host.kind(path) === 'file',
    readDirectory: () => [],
    readFile: (path) => {
      const text = readIfThere(path, host)
      if (text !== undefined && path.endsWith('.json') && !path.endsWith('package.json'))
        configFiles.add(path)
      return text
    },
  }
}

/** Whether a file belongs to a project, judged by `files`, `include` and `exclude` as written there. */
function fileFilter(raw: unknown, folder: string): (path: string) => boolean {
  const { files, include, exclude } = (raw ?? {}) as Record<string, unknown>
  const texts = (value: unknown): string[] | undefined =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
  const globs = (patterns: readonly string[]): ((path: string) => boolean) => {
    const matchers = patterns.map((pattern) => {
      const inFolder = relative(folder, resolve(folder, pattern))
      return picomatch(
        /[*?]|\.\w+$/.test(pattern)
          ? inFolder
          : [inFolder, `${inFolder}/**`, '**'].slice(0, inFolder === '' ? 3 : 2),
      )
    })
    return (path) => matchers.some((matches) => matches(relative(folder, path)))
  }
  const listed = (texts(files) ?? []).map((file) => resolve(folder, file))
  const included = globs(texts(include) ?? (texts(files) === undefined ? ['**/*'] : []))
  const excluded = globs(texts(exclude) ?? [])
  return (path) => listed.includes(path) || (included(path) && !excluded(path))
}

/** The options that matter for resolution, with the mode that bundlers implement. */
function bundlerOptions(options: TypeScript.CompilerOptions): TypeScript.CompilerOptions {
  const ts = loadCompiler()
  return {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowJs: true,
    allowImportingTsExtensions: true,
  }
}

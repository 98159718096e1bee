import type { CatalogEntry, Load } from '../catalog/entry.ts'
import type { FileNames } from '../identity/segment.ts'
import type { Contributor } from '../kernel/contribution.ts'
import type { KindRule } from '../kernel/kinds.ts'
import type { ConflictPolicy } from '../kernel/resolve.ts'
import type { BuilderOptions } from '../kernel/tables.ts'
import type { ToolProvider } from '../tools/providers.ts'

/** An extensions root that says more than its path. */
export interface ExtensionsRoot {
  /** The folder, relative to the project. */
  root: string
  /** First segment of all its IDs. With several roots the default is the last part of the path. */
  namespace?: string
  /** Where its modules rank when two claim one ID: a scope of the kernel. Default: `project`. */
  scope?: string
}

/** Which interface makes a class a module. */
export interface ModuleInterface {
  /** Its name where it is declared, such as `Tool`. */
  name: string
  /** The package that exports it, or a file of the project (starting with `.`). Default: anywhere. */
  from?: string
}

/** The options of the plugin and of `compile`. Every path is relative to `root`. */
export interface Options {
  /** The project. Default: the bundler's root, else the working folder. */
  root?: string
  /** Where extension files are; `false` for nowhere. Default: `'extensions'`. */
  extensions?: false | string | ExtensionsRoot | (string | ExtensionsRoot)[]
  /** File extensions that are read besides `.ts` and `.js`, such as `.tsx`. */
  fileExtensions?: string[]
  /** Patterns of files and folders that are skipped, besides tests, declarations and names with `.` or `_` in front. */
  skip?: string[]
  /** Whether links are followed, as far as they stay in their root. Default: `false`. */
  followSymlinks?: boolean
  /** How many levels of folders below a root are read. Default: 8. */
  maxDepth?: number
  /** Which spellings of file names are accepted. Default: `'normalize'`. */
  fileNames?: FileNames
  /** First segments that no module may have. Default: `system internal core apcore plugin schema acl`. */
  reservedWords?: string[]
  /** What several modules in a file without a marker are: an error, or only the first one counts. Default: `'error'`. */
  onMultiple?: 'error' | 'first'
  /**
   * Whether the catalog has to be complete: with `'required'`, each module without a description or a schema, or with one
   * that cannot be read without running it, is an error. Default: `'optional'`.
   */
  metadata?: 'optional' | 'required'
  /**
   * Whether the types of `execute(inputs: In): Promise<Out>` stand in for schemas that are not written. It takes a type
   * check of the project, and the package `ts-json-schema-generator`. Default: `false`.
   */
  schemaFromTypes?: boolean
  /** The interface that makes a class a module. Default: any type named `Module`. */
  moduleInterface?: string | ModuleInterface
  /** Packages whose `FunctionModule`, `module` and `defineModule` make modules. */
  moduleFactories?: string[]
  /** A file whose default export is `(Class, entry) => instance`; the registry constructs modules with it. */
  instantiate?: string
  /** When modules are loaded: all at their first use, all with the registry, or decided for each. Default: `'lazy'`. */
  load?: Load | ((entry: CatalogEntry) => Load)
  /**
   * Which modules are loaded together: each file alone, the files of each top-level folder, or those with one name. A
   * group is loaded and evaluated whole. Default: `'module'`.
   */
  chunks?: 'module' | 'folder' | ((entry: CatalogEntry) => string | undefined)
  /** What two equally ranked sources of one ID are: an error, or a warning and the first one. Default: `'fail'`. */
  conflictPolicy?: ConflictPolicy
  /** Further sources of contributions: modules, and whatever else the application wants in its frozen catalog. */
  contributors?: Contributor[]
  /** Kinds of contributions besides the built-in ones. */
  kinds?: Record<string, KindRule>
  /** Scopes besides the built-in ones, each with its tier. */
  scopes?: Record<string, number>
  /** The interceptor points of the application. */
  points?: string[]
  /** The slots of the application, besides `tool:<name>` and `provider:<name>/<model>`. */
  slots?: string[]
  /** Where plugin folders are, one path or several; `false` for nowhere. Default: `'plugins'`, if there is such a folder. */
  plugins?: false | string | string[]
  /** Names and patterns of folders that are not searched for plugins, besides `node_modules`, `dist` and their like. */
  ignore?: string[]
  /** Whether packages are plugins too: all dependencies with a manifest, or those with these names. Default: `false`. */
  packages?: boolean | string[]
  /** What a plugin with a fault is: an error, or left out with a warning, as is what depends on it. Default: `'error'`. */
  onInvalidPlugin?: 'error' | 'skip'
  /** The version of the application that `core_version` in manifests is held against. Default: it is not checked. */
  coreVersion?: string
  /**
   * Whether what is built runs on a server, which can start plugins that run in processes of their own. Default: what
   * the bundler says its build is for; the `output` file is for a server.
   */
  server?: boolean
  /** Names, or `kind:name`, of plugins that the application registers by hand, and that others may depend on. */
  providedPlugins?: string[]
  /** Whose tool lists the modules are for; what they cannot take is reported. Default: nobody's. */
  toolProviders?: ToolProvider[]
  /** Whether Vite's dev server shows the registry at `/__module-registry/`, and calls modules from there. Default: `true`, without calls. */
  inspector?: boolean | { calls?: boolean }
  /** Writes the registry as an ordinary file too. Default: `false`. */
  output?: false | string | { file: string; importExtension?: '.ts' | '.js' }
  /** Writes declarations of the module IDs. Default: on in a project with a `tsconfig.json`. */
  dts?: boolean | string
  /**
   * Whether to keep what was found out for the next start, or in which folder. Default: on, in
   * `node_modules/.cache/unplugin-module-registry`, or in `.module-registry` where there are no `node_modules`.
   */
  cache?: boolean | string
}

/** One extensions root with everything decided. */
export interface ResolvedRoot {
  /** The folder relative to the project, normalised, with `/`. */
  readonly root: string
  readonly namespace?: string
  readonly scope: string
}

/** Options with every default filled in. Nothing in it is shared with what the user passed. */
export interface ResolvedOptions {
  /** Absolute, with `/`. */
  readonly root: string
  readonly extensions: readonly ResolvedRoot[]
  /** Whether the user named the roots; a missing default root is no fault where there are plugins. */
  readonly extensionsGiven: boolean
  readonly fileExtensions: readonly string[]
  readonly skip: readonly string[]
  readonly followSymlinks: boolean
  readonly maxDepth: number
  readonly fileNames: FileNames
  readonly reservedWords: readonly string[]
  readonly onMultiple: 'error' | 'first'
  readonly metadata: 'optional' | 'required'
  readonly schemaFromTypes: boolean
  readonly moduleInterface: ModuleInterface
  readonly moduleFactories: readonly string[]
  readonly instantiate?: string
  readonly load: (entry: CatalogEntry) => Load
  readonly chunks: (entry: CatalogEntry) => string | undefined
  readonly conflictPolicy: ConflictPolicy
  readonly contributors: readonly Contributor[]
  /** What the application adds to the kernel's tables. */
  readonly tables: BuilderOptions
  /** Plugins roots relative to the project. */
  readonly plugins: readonly string[]
  /** Whether the user named them. */
  readonly pluginsGiven: boolean
  readonly ignore: readonly string[]
  readonly packages: boolean | readonly string[]
  readonly onInvalidPlugin: 'error' | 'skip'
  readonly coreVersion?: string
  readonly server?: boolean
  readonly providedPlugins: readonly string[]
  readonly toolProviders: readonly ToolProvider[]
  /** Absent where there is none. */
  readonly inspector?: { readonly calls: boolean }
  readonly output?: { readonly file: string; readonly importExtension?: '.ts' | '.js' }
  readonly dts?: boolean | string
  /** Whether there is a cache, or its folder relative to the project. */
  readonly cache: boolean | string
}

import { normalize } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import type { Compilation, Compiler, LoaderContext } from 'webpack'
import { extensionPattern } from './extension-pattern.ts'
import { projectEntry } from './own-entries.ts'
import { toWebpackProblem, type WebpackProblem } from './report/webpack.ts'
import { hasErrors, type Session } from './session.ts'
import { ENTRIES, virtualSource } from './virtual-ids.ts'
import { watchTargets } from './watch-targets.ts'
import { type GeneratedModules, LOADED_IDS, loadedId } from './webpack-modules.ts'

/**
 * The hooks for webpack and Rspack, whose plugins are so alike that one set serves both.
 *
 * @param modules how generated modules come into being, which is what they do not have in common
 */
export function webpackHooks(
  session: Session,
  compiler: Compiler,
  modules: GeneratedModules,
): Omit<UnpluginOptions, 'name'> {
  session.useRoot(normalize(compiler.context))
  const pattern = extensionPattern(session)
  const setUp = (one: unknown): void => {
    modules.serve(one as Compiler, session)
    serveEntries(one as Compiler, session.root)
  }
  return {
    enforce: 'pre',
    async buildStart() {
      const { compilation } = nativeContext(this)
      const { diagnostics } = await session.start()
      watch(compilation!, session)
      for (const diagnostic of diagnostics) {
        const list = diagnostic.severity === 'error' ? compilation!.errors : compilation!.warnings
        ;(list as WebpackProblem[]).push(toWebpackProblem(diagnostic))
      }
    },
    load: {
      filter: { id: LOADED_IDS },
      async handler(id) {
        const { compilation, diagnostics } = await session.current()
        dependOnInputs(nativeContext(this).loaderContext!, session)
        if (compilation === undefined || hasErrors(diagnostics)) return FAILED
        return virtualSource(compilation, loadedId(id), isServerBuild(compiler, session), specifier)
      },
    },
    ...(pattern === undefined
      ? {}
      : {
          transform: {
            filter: { id: pattern, code: /multiClass/ },
            async handler(code, id) {
              const { markers } = await session.current()
              const erased = markers?.erase(normalize(id), code)
              // A loader says where its source is; other bundlers know.
              if (erased !== undefined) erased.map.sources = [id]
              return erased
            },
          },
        }),
    webpack: setUp,
    rspack: setUp,
  }
}

/** A file told from the project. webpack takes what comes after a `#` for no part of the path, unless told to. */
function specifier(file: string): string {
  return (file.startsWith('../') ? file : `./${file}`).replaceAll('#', '\0#')
}

/** What stands in for a registry that could not be made; what is wrong with it is said already. */
const FAILED = `throw new Error('The build of the module registry failed.')
export let registry, catalog
export default registry
`

interface NativeContext {
  readonly compilation?: Compilation
  readonly loaderContext?: LoaderContext<unknown>
}

function nativeContext(context: unknown): NativeContext {
  return (context as { getNativeBuildContext(): NativeContext }).getNativeBuildContext()
}

/** Whether a build is for a server: its target leaves Node's built-ins to Node. */
function isServerBuild({ options: { externalsPresets } }: Compiler, { options }: Session): boolean {
  return options?.server ?? externalsPresets.node === true
}

/** An import of our entries means those of the project where its importer reaches none, or else our own. */
function serveEntries(compiler: Compiler, root: string): void {
  for (const entry of ENTRIES) {
    const path = projectEntry(entry, root)
    if (path !== undefined) addFallback(compiler, entry, path)
  }
}

/** Adds what a request means where it leads nowhere, after what the user has said of others. */
function addFallback(compiler: Compiler, request: string, path: string): void {
  const { resolve } = compiler.options
  const { fallback } = resolve
  resolve.fallback = Array.isArray(fallback)
    ? [...fallback, { name: request, alias: path, onlyModule: true }]
    : { ...fallback, [`${request}$`]: path }
}

/** Tells a watch mode what the build depends on, whether or not anything imports the registry, and whatever fails. */
function watch(compilation: Compilation, session: Session): void {
  const { folders, files, missing } = watchTargets(session)
  for (const folder of folders) compilation.contextDependencies.add(folder)
  for (const file of files) compilation.fileDependencies.add(file)
  for (const path of missing) compilation.missingDependencies.add(path)
}

/** A generated module is made anew whenever anything that it is made of changes. */
function dependOnInputs(loader: LoaderContext<unknown>, session: Session): void {
  const { folders, files, missing } = watchTargets(session)
  for (const folder of folders) loader.addContextDependency(folder)
  for (const file of files) loader.addDependency(file)
  for (const path of missing) loader.addMissingDependency(path)
  loader.cacheable(false)
}

import { readFileSync } from 'node:fs'
import type { Loader, OnLoadResult, PluginBuild } from 'esbuild'
import { extname, normalize, relative, resolve } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import { CATALOG_ID } from '../compiler/emit.ts'
import { nodeHost } from '../compiler/node-host.ts'
import { OptionsInvalidError } from '../compiler/resolve-options.ts'
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { eraseMarker } from './erase-marker.ts'
import { toEsbuildMessage } from './report/esbuild.ts'
import { hasErrors, type Session } from './session.ts'

const NAMESPACE = 'module-registry'
const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.jsx': 'jsx',
}

/**
 * The hooks for esbuild. They are set up by hand: the filters of each callback decide what crosses from esbuild's
 * process, relative imports need a folder to start from, and problems keep their places only in esbuild's own shape.
 */
export function esbuildHooks(session: Session): Omit<UnpluginOptions, 'name'> {
  return {
    esbuild: {
      setup(build) {
        session.useRoot(normalize(build.initialOptions.absWorkingDir ?? process.cwd()))
        reportAtStart(build, session)
        serveVirtualModules(build, session)
        eraseMarkers(build, session)
      },
    },
  }
}

function reportAtStart(build: PluginBuild, session: Session): void {
  build.onStart(async () => {
    const { diagnostics } = await session.start()
    const messages = (severity: Severity) =>
      diagnostics
        .filter((one) => one.severity === severity)
        .map((one) => toEsbuildMessage(...inBuild(one, build, session)))
    return { errors: messages('error'), warnings: messages('warning') }
  })
}

/** A diagnostic with its files told from esbuild's working folder, and a way to read them. */
function inBuild(
  diagnostic: Diagnostic,
  build: PluginBuild,
  session: Session,
): Parameters<typeof toEsbuildMessage> {
  const base = normalize(build.initialOptions.absWorkingDir ?? process.cwd())
  const root = rootOf(session) ?? base
  const shown = <P extends { readonly file?: string }>(place: P): P =>
    place.file === undefined ? place : { ...place, file: relative(base, resolve(root, place.file)) }
  const moved = { ...shown(diagnostic), related: diagnostic.related.map(shown) }
  return [moved, (file) => readText(resolve(base, file))]
}

function serveVirtualModules(build: PluginBuild, session: Session): void {
  build.onResolve({ filter: /^virtual:module-registry(?:\/catalog)?$/ }, ({ path }) => ({
    path,
    namespace: NAMESPACE,
    sideEffects: false,
  }))
  build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }): Promise<OnLoadResult> => {
    const { compilation, diagnostics } = await session.current()
    // The errors are out already, with their places: an empty module keeps esbuild from adding its own.
    if (compilation === undefined || hasErrors(diagnostics)) {
      return { contents: 'export let registry, catalog; export default registry' }
    }
    const { emit } = compilation
    const contents = path === CATALOG_ID ? emit.catalogModule() : emit.registryModule()
    return { contents, loader: 'js', resolveDir: session.compiler.options.root }
  })
}

function eraseMarkers(build: PluginBuild, session: Session): void {
  const root = rootOf(session)
  if (root === undefined) return
  const { extensions, fileExtensions, moduleFactories } = session.compiler.options
  const folders = extensions.flatMap((extension) => {
    const folder = resolve(root, extension.root)
    return nodeHost.kind(folder) === 'folder' ? [nodeHost.realPath(folder)] : []
  })
  if (folders.length === 0) return
  const filter = new RegExp(
    `^(?:${folders.map(folderPattern).join('|')})[\\\\/].*(?:${fileExtensions.map(escapePattern).join('|')})$`,
  )
  build.onLoad({ filter, namespace: 'file' }, async ({ path }): Promise<OnLoadResult | undefined> => {
    const { compilation } = await session.current()
    const code = readText(path)
    if (compilation === undefined || code === undefined || !code.includes('multiClass')) return undefined
    const erased = eraseMarker(normalize(path), code, compilation, moduleFactories)
    if (erased === undefined) return undefined
    const extension = extname(path)
    return {
      contents: `${erased.code}\n//# sourceMappingURL=${erased.map.toUrl()}`,
      loader: build.initialOptions.loader?.[extension] ?? LOADERS[extension] ?? 'js',
    }
  })
}

/** The project, or nothing when the options are wrong, which the start of the build reports. */
function rootOf(session: Session): string | undefined {
  try {
    return session.compiler.options.root
  } catch (error) {
    if (error instanceof OptionsInvalidError) return undefined
    throw error
  }
}

function folderPattern(folder: string): string {
  return folder.split('/').map(escapePattern).join('[\\\\/]')
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function readText(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  } catch {
    return undefined
  }
}

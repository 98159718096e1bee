import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  Loader,
  OnLoadResult,
  OnResolveResult,
  PartialMessage,
  PluginBuild,
  ResolveOptions,
  ResolveResult,
} from 'esbuild'
import { extname, normalize, relative, resolve } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import { nodeHost } from '../compiler/node-host.ts'
import { RUNTIME_ENTRY } from '../compiler/parse/scanner.ts'
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { extensionPattern } from './extension-pattern.ts'
import { ownEntry } from './own-entries.ts'
import { toEsbuildMessage } from './report/esbuild.ts'
import { hasErrors, type Session } from './session.ts'
import { OWN_ENTRIES, VIRTUAL_SPECIFIERS, virtualSource } from './virtual-ids.ts'
import { nearestFolder, watchTargets } from './watch-targets.ts'

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
        session.useRoot(workingFolder(build))
        session.lookForCopies(build.initialOptions.plugins)
        reportAtStart(build, session)
        serveVirtualModules(build, session)
        serveEntries(build, session)
        eraseMarkers(build, session)
      },
    },
  }
}

function workingFolder(build: PluginBuild): string {
  return normalize(build.initialOptions.absWorkingDir ?? process.cwd())
}

function reportAtStart(build: PluginBuild, session: Session): void {
  build.onStart(async () => messagesOf((await session.start()).diagnostics, build, session))
}

function messagesOf(
  diagnostics: readonly Diagnostic[],
  build: PluginBuild,
  session: Session,
): { errors: PartialMessage[]; warnings: PartialMessage[] } {
  const messages = (severity: Severity) =>
    diagnostics
      .filter((one) => one.severity === severity)
      .map((one) => toEsbuildMessage(...inBuild(one, build, session)))
  return { errors: messages('error'), warnings: messages('warning') }
}

/** A diagnostic with its files told from esbuild's working folder, and a way to read them. */
function inBuild(
  diagnostic: Diagnostic,
  build: PluginBuild,
  session: Session,
): Parameters<typeof toEsbuildMessage> {
  const base = workingFolder(build)
  const shown = <P extends { readonly file?: string }>(place: P): P =>
    place.file === undefined ? place : { ...place, file: relative(base, resolve(session.root, place.file)) }
  const moved = { ...shown(diagnostic), related: diagnostic.related.map(shown) }
  return [moved, (file) => readText(resolve(base, file))]
}

function serveVirtualModules(build: PluginBuild, session: Session): void {
  const nudge = rebuildWhenLate(build, session)
  build.onResolve({ filter: VIRTUAL_SPECIFIERS }, ({ path }) => ({
    path,
    namespace: NAMESPACE,
    sideEffects: false,
  }))
  const server = isServerBuild(build, session)
  build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }): Promise<OnLoadResult> => {
    const { compilation, diagnostics } = await session.current()
    const { folders, files, missing } = watchTargets(session)
    const watched = {
      watchDirs: [...folders, ...missing.map(nearestFolder)],
      watchFiles: [...files, nudge],
    }
    // The errors are out already, with their places: an empty module keeps esbuild from adding its own.
    if (compilation === undefined || hasErrors(diagnostics)) {
      return { contents: 'export let registry, catalog; export default registry', ...watched }
    }
    return {
      contents: virtualSource(compilation, path, server),
      loader: 'js',
      resolveDir: session.root,
      ...watched,
    }
  })
}

/** Whether a build is for a server: for the platform `node`, or for none with Node's built-ins left external. */
function isServerBuild({ initialOptions }: PluginBuild, { options }: Session): boolean {
  const { platform, external = [] } = initialOptions
  const leavesBuiltIns = external.some((one) => one === 'node:*' || one === 'node:child_process')
  return options?.server ?? (platform === 'node' || (platform === 'neutral' && leavesBuiltIns))
}

/**
 * Has esbuild build again when something changed between our look and the moment at which esbuild began to watch it:
 * from then on it would take the new state for the one that it has built.
 *
 * @returns the path of a file for esbuild to watch; it comes into being only when there is a reason to build again
 */
function rebuildWhenLate(build: PluginBuild, session: Session): string {
  const nudge = join(tmpdir(), `unplugin-module-registry-${randomUUID()}`)
  let nudges = 0
  build.onEnd(async () => {
    const built = session.compilation
    const { compilation } = await session.start()
    if (compilation !== built) writeFileSync(nudge, String(++nudges))
  })
  build.onDispose(() => rmSync(nudge, { force: true }))
  return nudge
}

/**
 * Resolves entries of the package as their importer does, or else as the project does, or else to those beside the plugin.
 *
 * Other plugins may ask the same question on the way, without handing on what would tell them apart: a question that is
 * under way already is left to esbuild.
 */
function serveEntries(build: PluginBuild, session: Session): void {
  const underWay = new Set<string>()
  build.onResolve({ filter: OWN_ENTRIES }, async (args) => {
    const { path, resolveDir, namespace, importer, kind } = args
    const ask = async (options: ResolveOptions): Promise<ResolveResult | undefined> => {
      const question = JSON.stringify([path, options.resolveDir, importer])
      if (underWay.has(question)) return undefined
      underWay.add(question)
      try {
        return await build.resolve(path, { ...options, kind, importer })
      } finally {
        underWay.delete(question)
      }
    }
    const first = await ask({ resolveDir, namespace, with: args.with })
    if (first === undefined) return undefined
    const found = first.errors.length === 0 ? first : await ask({ resolveDir: session.root })
    if (found?.errors.length === 0) return found as OnResolveResult
    const own = ownEntry(path)
    if (own !== undefined) return { path: own, sideEffects: false }
    // What runs plugins elsewhere is asked for only when one is started, and fails only then.
    return path === RUNTIME_ENTRY ? undefined : { path, external: true }
  })
}

function eraseMarkers(build: PluginBuild, session: Session): void {
  const filter = extensionPattern(session)
  if (filter === undefined) return
  build.onLoad({ filter, namespace: 'file' }, async ({ path }): Promise<OnLoadResult | undefined> => {
    const { markers } = await session.current()
    const code = readText(path)
    if (code === undefined || !code.includes('multiClass')) return undefined
    const erased = markers?.erase(normalize(path), code)
    if (erased === undefined) return undefined
    const extension = extname(path)
    return {
      contents: `${erased.code}\n//# sourceMappingURL=${erased.map.toUrl()}`,
      loader: build.initialOptions.loader?.[extension] ?? LOADERS[extension] ?? 'js',
      watchFiles: [path],
    }
  })
}

function readText(path: string): string | undefined {
  try {
    return nodeHost.read(path)
  } catch {
    return undefined
  }
}

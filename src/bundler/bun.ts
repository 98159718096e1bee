import { extname, normalize } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import { nodeHost } from '../compiler/node-host.ts'
import { formatDiagnostic } from '../diagnostics/format-text.ts'
import { extensionPattern } from './extension-pattern.ts'
import { fallbackEntry } from './own-entries.ts'
import { PROJECT_PATHS, projectPath, specifierOf } from './project-ids.ts'
import { toPlainError } from './report/plain.ts'
import { hasErrors, type Session } from './session.ts'
import { OWN_ENTRIES, VIRTUAL_SPECIFIERS, virtualSource } from './virtual-ids.ts'

/** What Bun gives to a plugin, as far as it is used here: its own types come with Bun. */
interface BunBuild {
  readonly config?: {
    readonly root?: string
    readonly external?: readonly string[]
    readonly packages?: string
    readonly target?: string
  }
  onStart(callback: () => Promise<void>): void
  onResolve(
    filter: Filter,
    callback: (args: BunImport) => { path: string; namespace?: string } | undefined,
  ): void
  onLoad(filter: Filter, callback: (args: BunFile) => Promise<BunSource | undefined>): void
}

interface Filter {
  readonly filter: RegExp
  readonly namespace?: string
}

interface BunImport {
  readonly path: string
  readonly importer: string
}

interface BunFile {
  readonly path: string
  readonly loader?: string
}

interface BunSource {
  readonly contents: string
  readonly loader: string
}

/** The hooks for Bun. They are set up by hand, so that nothing but our own imports crosses over to JavaScript. */
export function bunHooks(session: Session): Omit<UnpluginOptions, 'name'> {
  return {
    bun: {
      setup(given) {
        const build = given as unknown as BunBuild
        reportAtStart(build, session)
        serveGenerated(build, session)
        serveEntries(build, session)
        eraseMarkers(build, session)
      },
    },
  }
}

/** Bun takes one error of a plugin, without a place: it says everything. */
function reportAtStart(build: BunBuild, session: Session): void {
  build.onStart(async () => {
    const { diagnostics } = await session.start()
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity === 'warning') console.warn(formatDiagnostic(diagnostic))
    }
    if (hasErrors(diagnostics)) throw toPlainError(diagnostics)
  })
}

function serveGenerated(build: BunBuild, session: Session): void {
  build.onResolve({ filter: VIRTUAL_SPECIFIERS }, ({ path }) => ({ path: projectPath(session, path) }))
  // Without a target, Bun builds for browsers; at run time there is no configuration, and no browser.
  const { target = build.config === undefined ? 'bun' : 'browser' } = build.config ?? {}
  const server = session.options?.server ?? target !== 'browser'
  build.onLoad({ filter: PROJECT_PATHS }, async ({ path }) => {
    const { compilation, diagnostics } = await session.current()
    const failed = compilation === undefined || hasErrors(diagnostics)
    return { contents: failed ? '' : virtualSource(compilation, specifierOf(path), server), loader: 'js' }
  })
}

function serveEntries(build: BunBuild, session: Session): void {
  build.onResolve({ filter: OWN_ENTRIES }, ({ path: entry, importer }) => {
    const path = fallbackEntry(entry, importer, session.root)
    return path === undefined ? undefined : { path }
  })
}

function eraseMarkers(build: BunBuild, session: Session): void {
  const filter = extensionPattern(session)
  if (filter === undefined) return
  build.onLoad({ filter }, async ({ path, loader }) => {
    const { markers } = await session.current()
    const code = nodeHost.read(path)
    const contents = code.includes('multiClass') ? markers?.blank(normalize(path), code) : undefined
    return contents === undefined
      ? undefined
      : { contents, loader: loader ?? extname(path).replace(/^\.[cm]?/, '') }
  })
}

import { extname, normalize, resolve } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import { formatDiagnostic } from '../diagnostics/format-text.ts'
import { extensionPattern } from './extension-pattern.ts'
import { fallbackEntry } from './own-entries.ts'
import { PROJECT_PATHS, projectPath, specifierOf } from './project-ids.ts'
import { toPlainError } from './report/plain.ts'
import { hasErrors, type Session } from './session.ts'
import { isVirtual, OWN_ENTRIES, VIRTUAL_SPECIFIERS, virtualSource } from './virtual-ids.ts'

/** What Farm hands to hooks, as far as it is used here: its own types stand no check of libraries. */
interface FarmContext {
  warn(text: string): void
}

interface FarmConfig {
  readonly root?: string
  readonly compilation?: { readonly output?: { readonly targetEnv?: string } }
}

interface FarmImport {
  readonly source: string
  readonly importer?: string | null
}

interface FarmModule {
  readonly resolvedPath: string
  readonly content: string
  readonly moduleType: string
}

/** The hooks for Farm, as it calls them: its filters are read in Rust, so nothing but our own imports crosses over. */
export function farmHooks(session: Session): Omit<UnpluginOptions, 'name'> {
  const filters = { resolvedPaths: ['^$'], moduleTypes: [] as string[] }
  let server = false
  const farm = {
    // Before Farm's own plugins, as all that answers for a specifier of its own.
    priority: 102,
    configResolved({ root, compilation }: FarmConfig) {
      // Farm builds for browsers unless it is told otherwise.
      server = session.options?.server ?? (compilation?.output?.targetEnv ?? 'browser').startsWith('node')
      if (root !== undefined) session.useRoot(normalize(root))
      filters.resolvedPaths = [extensionPattern(session)?.source ?? '^$']
    },
    buildStart: {
      async executor(_: unknown, context: FarmContext) {
        const { diagnostics } = await session.start()
        // Of a build that fails Farm prints no warnings, so the error tells them too.
        if (hasErrors(diagnostics)) throw toPlainError(diagnostics, diagnostics)
        for (const diagnostic of diagnostics) context.warn(formatDiagnostic(diagnostic))
      },
    },
    resolve: {
      filters: { sources: [VIRTUAL_SPECIFIERS.source, OWN_ENTRIES.source], importers: ['.*'] },
      executor: ({ source, importer }: FarmImport) => {
        const path = isVirtual(source)
          ? projectPath(session, source)
          : fallbackEntry(source, resolve(session.root, importer ?? 'package.json'), session.root)
        return path === undefined ? null : { ...RESOLVED, resolvedPath: path }
      },
    },
    load: {
      filters: { resolvedPaths: [PROJECT_PATHS.source] },
      async executor({ resolvedPath }: FarmModule) {
        const { compilation } = await session.current()
        if (compilation === undefined) return null
        return { content: virtualSource(compilation, specifierOf(resolvedPath), server), moduleType: 'js' }
      },
    },
    transform: {
      filters,
      async executor({ resolvedPath, content, moduleType }: FarmModule) {
        const { markers } = await session.current()
        const erased = content.includes('multiClass')
          ? markers?.erase(normalize(resolvedPath), content)
          : undefined
        if (erased === undefined) return null
        const type = moduleType ?? extname(resolvedPath).slice(1)
        return { content: erased.code, moduleType: type, sourceMap: erased.map.toString() }
      },
    },
  }
  return { farm: farm as never }
}

const RESOLVED = { external: false, sideEffects: false, query: [], meta: {} }

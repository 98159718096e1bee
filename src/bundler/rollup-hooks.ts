import { resolve } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import { RUNTIME_ENTRY } from '../compiler/parse/scanner.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { ownEntry } from './own-entries.ts'
import { type RollupLog, toRollupError, toRollupWarning } from './report/rollup.ts'
import { hasErrors, type Session } from './session.ts'
import {
  fileSpecifier,
  isVirtual,
  OUR_IDS,
  OUR_SPECIFIERS,
  OWN_ENTRIES,
  specifiedFile,
  virtualSource,
} from './virtual-ids.ts'
import { watchTargets } from './watch-targets.ts'

/** The hooks of Rollup, which Rolldown and Vite share. They only start the pipeline and hand over its results. */
export function rollupHooks(session: Session): Omit<UnpluginOptions, 'name'> {
  const warned = new Map<string, string>()
  const watched = new Set<string>()
  let platform: string | undefined
  return {
    enforce: 'pre',
    async buildStart(...[options]: unknown[]) {
      const input = options as { plugins: { name: string }[]; platform?: string } | undefined
      if (input !== undefined) session.lookForCopies(input.plugins)
      platform = input?.platform
      const { diagnostics } = await session.start()
      const { folders, files, missing } = watchTargets(session)
      const now = [...folders, ...files, ...missing]
      for (const path of now) watched.add(path)
      // What Rollup stops to watch it never sees again, not even in a folder that it watches.
      const { rolldownVersion } = (this as unknown as RollupContext).meta
      for (const path of rolldownVersion === undefined ? watched : now) this.addWatchFile(path)
      warn(this, diagnostics, warned)
      if (hasErrors(diagnostics)) throw toRollupError(diagnostics)
    },
    resolveId: {
      filter: { id: OUR_SPECIFIERS },
      async handler(specifier, importer) {
        if (OWN_ENTRIES.test(specifier)) return resolveEntry(this, specifier, importer, session.root)
        if (isVirtual(specifier)) return withoutSideEffects({ id: `\0${specifier}` })
        const file = specifiedFile(specifier)
        if (file === undefined) return undefined
        const { compilation } = await session.current()
        return compilation?.paths.get(file) ?? resolve(session.root, file)
      },
    },
    load: {
      filter: { id: OUR_IDS },
      async handler(id) {
        const { compilation, diagnostics } = await session.current()
        if (compilation === undefined || hasErrors(diagnostics)) throw toRollupError(diagnostics)
        const server = await isServerBuild(this as unknown as RollupContext, platform, session)
        const code = virtualSource(compilation, id.slice(1), server, fileSpecifier)
        return withoutSideEffects({ code, map: EMPTY_MAP })
      },
    },
    transform: {
      filter: { code: /multiClass/ },
      async handler(code, id) {
        const { markers } = await session.current()
        return markers?.erase(id, code)
      },
    },
  }
}

/** Says that generated code needs no source map: without a word a dev server would make one, and inline all of it. */
export const EMPTY_MAP = { version: 3, mappings: '', names: [], sources: [] } as never

/** Lets a bundler drop a generated module that nobody uses; unplugin's types do not know the flag, bundlers do. */
function withoutSideEffects<Result extends object>(result: Result): Result {
  return { ...result, moduleSideEffects: false }
}

/** The parts of a hook's `this` that unplugin's types do not know, and these bundlers have. */
interface RollupContext {
  readonly environment?: { readonly name: string; readonly config?: { readonly consumer?: string } }
  readonly meta: { readonly rolldownVersion?: string }
  warn(log: RollupLog): void
  resolve(
    specifier: string,
    importer: string | undefined,
    options: { skipSelf: true },
  ): Promise<{ id: string; external?: boolean | 'absolute' | 'relative' } | null>
}

/**
 * Whether a build is for a server: Vite says so of each environment, Rolldown of its platform. Rollup knows no
 * platforms; there a build is for a server when its configuration says that Node's built-ins are external.
 */
async function isServerBuild(
  context: RollupContext,
  platform: string | undefined,
  { options }: Session,
): Promise<boolean> {
  if (options?.server !== undefined) return options.server
  const consumer = context.environment?.config?.consumer
  if (consumer !== undefined) return consumer === 'server'
  if (platform === 'node' || platform === 'browser') return platform === 'node'
  const found = await context.resolve('node:child_process', undefined, { skipSelf: true })
  return found?.external !== undefined && found.external !== false
}

/** An entry of the package as its importer gets it, or else as the project does, or else what came with the plugin. */
async function resolveEntry(
  context: unknown,
  entry: string,
  importer: string | undefined,
  root: string,
): Promise<{ id: string; external?: boolean | 'absolute' | 'relative' } | string | undefined> {
  const project = resolve(root, 'package.json')
  const importers = importer === undefined || importer.startsWith('\0') ? [project] : [importer, project]
  for (const from of importers) {
    // Vite throws where a package has no such entry, as an older copy of ours in a project.
    const found = await (context as RollupContext).resolve(entry, from, { skipSelf: true }).catch(() => null)
    if (found) return found
  }
  const own = ownEntry(entry)
  // What runs plugins elsewhere is asked for only when one is started, and fails only then.
  return own === undefined && entry !== RUNTIME_ENTRY ? { id: entry, external: true } : own
}

/** @param warned which environment printed a text: where Vite builds several, each warning comes once and not for each */
function warn(context: unknown, diagnostics: readonly Diagnostic[], warned: Map<string, string>): void {
  const { environment } = context as RollupContext
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity !== 'warning') continue
    const log = toRollupWarning(diagnostic)
    const here = environment?.name ?? ''
    if (!warned.has(log.message)) warned.set(log.message, here)
    if (warned.get(log.message) === here) (context as RollupContext).warn(log)
  }
}

import { lookUp } from '../parse/base-search.ts'
import type { Found } from '../parse/exports.ts'
import type { ImportFacts, Scope } from '../parse/facts.ts'
import type { FoldSources } from './environment.ts'
import { isSchemaPackage } from './schema-library.ts'

/** What a name stands for. */
export type FoundName =
  | { readonly kind: 'declared'; readonly scope: Scope; readonly path: string; readonly name: string }
  | { readonly kind: 'file'; readonly scope: Scope; readonly path: string }
  | {
      readonly kind: 'library'
      readonly specifier: string
      readonly from: string
      readonly path: readonly string[]
    }
  | { readonly kind: 'global' }
  /** Not to be known: a sentence part says why. */
  | { readonly kind: 'nothing'; readonly reason: string }

/** Finds what a name of a scope stands for, across files of the project. */
export function findName(name: string, scope: Scope, path: string, sources: FoldSources): FoundName {
  const holder = lookUp(scope, (one) => one.imports.has(name) || one.values.has(name))
  if (holder === undefined) return { kind: 'global' }
  const imported = holder.imports.get(name)
  if (imported !== undefined) return follow(imported, path, sources)
  return { kind: 'declared', scope: holder, path, name }
}

/** Finds what a file exports under a name. */
export function findExport(name: string, path: string, sources: FoldSources): FoundName {
  const watch = new Watch(sources)
  return watch.judge(sources.follower.followExport(path, name, watch.stopAt), path, name)
}

/** Finds what a namespace exports under a name. */
export function findMember(name: string, scope: Scope, path: string, sources: FoldSources): FoundName {
  const watch = new Watch(sources)
  return watch.judge(sources.follower.followMember(scope, path, name, watch.stopAt), path, name)
}

function follow(step: ImportFacts, path: string, sources: FoldSources): FoundName {
  const watch = new Watch(sources)
  return watch.judge(sources.follower.followImport(step, path, watch.stopAt), step.specifier, step.imported)
}

/** Stops where the project ends: at schema libraries, and at every other package. */
class Watch {
  readonly #sources: FoldSources
  #stop: FoundName | undefined

  constructor(sources: FoldSources) {
    this.#sources = sources
  }

  readonly stopAt = ({ specifier, imported }: ImportFacts, from: string): boolean => {
    if (isSchemaPackage(specifier)) {
      this.#stop = { kind: 'library', specifier, from, path: imported === '*' ? [] : [imported] }
      return true
    }
    const resolution = this.#sources.resolver.resolve(specifier, from)
    if (typeof resolution !== 'object' || !isForeign(resolution.path)) return false
    this.#stop = {
      kind: 'nothing',
      reason: `"${imported === '*' || imported === 'default' ? specifier : imported}" comes from the package "${specifier}", and packages are not read for constants`,
    }
    return true
  }

  judge(found: Found, specifier: string, name: string): FoundName {
    if (found.kind === 'stopped' && this.#stop !== undefined) return this.#stop
    if (found.kind === 'local')
      return { kind: 'declared', scope: found.scope, path: found.path, name: found.name }
    if (found.kind === 'file') return { kind: 'file', scope: found.scope, path: found.path }
    if (found.kind === 'unresolved') return nothing(`"${found.specifier}" ${found.reason}`)
    if (found.kind === 'builtin')
      return nothing(`"${specifier}" is a module of Node, and known at run time only`)
    return nothing(`"${name}" is not found, or leads back to itself`)
  }
}

function nothing(reason: string): FoundName {
  return { kind: 'nothing', reason }
}

/** Whether a file belongs to a package, or only declares what is elsewhere. */
function isForeign(path: string): boolean {
  return path.includes('/node_modules/') || /\.d\.[cm]?ts$/.test(path)
}

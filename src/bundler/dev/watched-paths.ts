import { relative, resolve } from 'pathe'
import type { ViteDevServer } from 'vite'
import type { Compilation } from '../../compiler/compile.ts'
import { realPathIfThere } from '../../compiler/host.ts'
import { nodeHost } from '../../compiler/node-host.ts'

/** What a dev server watches for the registry, and what it calls it. */
export class WatchedPaths {
  readonly #server: ViteDevServer
  /** The project, absolute. */
  readonly #project: string
  /** Folders under the names that events have, and where they really are; the longest name first. */
  #links: readonly (readonly [name: string, real: string])[] = []
  readonly #added = new Set<string>()
  #followed: { readonly inputs: Compilation['inputs']; readonly names: string } | undefined

  constructor(server: ViteDevServer, project: string) {
    this.#server = server
    this.#project = project
  }

  /** Watches what a compilation depends on and what lies outside the folder that is watched anyway. */
  follow(roots: readonly { readonly root: string }[], { inputs }: Pick<Compilation, 'inputs'>): void {
    const names = roots.map(({ root }) => root).join('\n')
    if (inputs === this.#followed?.inputs && names === this.#followed.names) return
    this.#followed = { inputs, names }
    const served = this.#server.config.root
    const folders = roots.map(({ root }) => resolve(this.#project, root))
    this.#links = [served, this.#project, ...folders]
      .map((name) => [name, realPathIfThere(name, nodeHost)] as const)
      .filter(([name, real]) => name !== real)
      .sort(([a], [b]) => b.length - a.length)
    const files = inputs.others.map((file) => resolve(this.#project, file))
    for (const path of [
      ...folders,
      ...files.filter((file) => !folders.some((folder) => isIn(file, folder))),
    ]) {
      const real = this.real(path)
      const watched = isIn(path, served) || isIn(real, this.real(served)) || path.includes('/node_modules/')
      if (watched || this.#added.has(path)) continue
      this.#added.add(path)
      this.#server.watcher.add(path)
    }
  }

  /** What a path is called with all links of its root resolved; the file itself may be gone. */
  real(path: string): string {
    for (const [name, real] of this.#links) if (isIn(path, name)) return real + path.slice(name.length)
    return path
  }
}

function isIn(path: string, folder: string): boolean {
  return !relative(folder, path).startsWith('..')
}

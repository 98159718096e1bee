import MagicString from 'magic-string'
import { basename } from 'pathe'
import type { Compilation } from '../compiler/compile.ts'
import { nodeHost } from '../compiler/node-host.ts'
import type { Cut } from '../compiler/parse/facts.ts'
import { parseFile } from '../compiler/parse/file-facts.ts'
import { mayHaveMarkers } from '../compiler/parse/marker.ts'
import { RUNTIME_ENTRY } from '../compiler/parse/scanner.ts'
import { lazy } from '../util/lazy.ts'

/** Source text without its marker decorators, and the map back. */
export interface ErasedText {
  readonly code: string
  readonly map: ReturnType<MagicString['generateMap']>
}

/**
 * Takes the marker decorators out of extension files, with their imports. Some bundlers leave standard decorators in
 * their output, which Node and browsers cannot parse; the marker has done its work when the file was scanned.
 */
export class MarkerEraser {
  readonly #compilation: Pick<Compilation, 'marked' | 'paths'>
  readonly #extensionFiles: () => ReadonlySet<string>
  readonly #markerPackages: readonly string[]

  /** @param packages those besides our own whose `multiClass` is the marker */
  constructor(compilation: Pick<Compilation, 'marked' | 'paths'>, packages: readonly string[]) {
    this.#compilation = compilation
    this.#extensionFiles = lazy(() => new Set(compilation.paths.values()))
    this.#markerPackages = [RUNTIME_ENTRY, ...packages]
  }

  /**
   * Erases the markers of one file.
   *
   * @param path the file, absolute; links in it and a query behind it do not matter
   * @param code its text as the bundler has it; when it is not what was scanned, it is parsed again
   * @returns `undefined` when there is nothing to take out, and for all but extension files
   */
  erase(path: string, code: string): ErasedText | undefined {
    const file = this.#find(path)
    if (file === undefined) return undefined
    const cuts = this.#findCuts(file, code)
    if (cuts.length === 0) return undefined
    const text = new MagicString(code)
    for (const { start, end } of cuts) text.remove(start, end)
    return {
      code: text.toString(),
      map: text.generateMap({ source: basename(file), includeContent: true, hires: 'boundary' }),
    }
  }

  /** Does the same for bundlers that take no source map: puts spaces there, so that every place stays what it was. */
  blank(path: string, code: string): string | undefined {
    const file = this.#find(path)
    const cuts = file === undefined ? [] : this.#findCuts(file, code)
    if (cuts.length === 0) return undefined
    const text = new MagicString(code)
    for (const { start, end } of cuts)
      text.update(start, end, code.slice(start, end).replace(/[^\r\n]/g, ' '))
    return text.toString()
  }

  /** The extension file that is meant. Names of folders may hold what starts a query, so a path may have none. */
  #find(path: string): string | undefined {
    const plain = path.replace(/[?#].*$/, '')
    for (const candidate of [path, plain]) {
      if (this.#extensionFiles().has(candidate)) return candidate
    }
    // Of the modules that only bundlers know, many have a null byte in their name, which no system call takes.
    for (const candidate of path.includes('\0') ? [] : [path, plain]) {
      if (nodeHost.kind(candidate) !== 'file') continue
      const real = nodeHost.realPath(candidate)
      return this.#extensionFiles().has(real) ? real : undefined
    }
    return undefined
  }

  #findCuts(path: string, code: string): readonly Cut[] {
    const known = this.#compilation.marked.get(path)
    if (known?.text === code) return known.cuts
    if (!mayHaveMarkers(code)) return []
    return parseFile(path, code, { markerPackages: this.#markerPackages }).markerCuts
  }
}

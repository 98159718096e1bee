import MagicString from 'magic-string'
import type { Compilation } from '../compiler/compile.ts'
import type { Cut } from '../compiler/parse/facts.ts'
import { parseFile } from '../compiler/parse/file-facts.ts'
import { RUNTIME_ENTRY } from '../compiler/parse/scanner.ts'

/** Source text without its marker decorators, and the map back. */
export interface ErasedText {
  readonly code: string
  readonly map: ReturnType<MagicString['generateMap']>
}

/**
 * Takes the marker decorators out of an extension file, with their import. Some bundlers leave standard decorators in
 * their output, which Node and browsers cannot parse; the marker has done its work when the file was scanned.
 *
 * @param path the file, absolute
 * @param code its text as the bundler has it; when it is not what was scanned, it is parsed again
 * @returns `undefined` when there is nothing to take out
 */
export function eraseMarker(
  path: string,
  code: string,
  compilation: Compilation,
  packages: readonly string[],
): ErasedText | undefined {
  const known = compilation.marked.get(path)
  const cuts = known?.text === code ? known.cuts : findCuts(path, code, packages)
  if (cuts.length === 0) return undefined
  const text = new MagicString(code)
  for (const { start, end } of cuts) text.remove(start, end)
  return {
    code: text.toString(),
    map: text.generateMap({ source: path, includeContent: true, hires: 'boundary' }),
  }
}

function findCuts(path: string, code: string, packages: readonly string[]): readonly Cut[] {
  return parseFile(path, code, { markerPackages: [RUNTIME_ENTRY, ...packages] }).markerCuts
}

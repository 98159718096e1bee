import type { Body } from '../skeleton/bodies.ts'
import { readWith, type TypeScript } from '../syntax.ts'
import { lineStartsOf, placeIn } from './lines.ts'
import { standIn } from './stand-in.ts'
import { StatementReader } from './statement-reader.ts'
import { isUnsure } from './unsure.ts'

/** A plain file, as a tree that the readers of facts take for one of the compiler. */
export interface PlainFile {
  readonly source: TypeScript.SourceFile
  /** What was left out: what stands between the braces of functions. */
  readonly bodies: readonly Body[]
}

/**
 * Reads a file without the compiler, and goes through its tree. Most files are plain: they have imports, exports,
 * classes, constants, functions and types, and nothing that would take the whole grammar to tell what it means.
 *
 * @param path where the file is; its extension decides the language
 * @param keepsBodies whether the bodies of functions are in the tree, which takes longer
 * @param read gets the tree; loading the compiler gives it what stands in for it; it may be {@link unsure}
 * @returns what `read` gave; nothing when there is any doubt that the compiler has the same tree, without an error
 */
export function readPlain<T>(
  path: string,
  text: string,
  keepsBodies: boolean,
  read: (file: PlainFile) => T,
): T | undefined {
  const [, declares, extension] = /(\.d)?\.([cm]?[jt]s)$/.exec(path) ?? []
  if (extension === undefined || /\.d\.[^/\\]*\.ts$/.test(path)) return undefined
  const isJavaScript = extension.endsWith('js')
  try {
    const reader = new StatementReader(text, isJavaScript, keepsBodies)
    const statements = reader.readStatements()
    const { bodies } = reader
    // Types that are written in comments inside of bodies may be types of the file.
    if (isJavaScript && bodies.length > 0 && /@(?:typedef|callback|import|template|enum)\b/.test(text))
      return undefined
    const lineStarts = lineStartsOf(text)
    const source = {
      text,
      fileName: path,
      isDeclarationFile: declares !== undefined,
      statements,
      endOfFileToken: reader.endOfFile(),
      parseDiagnostics: [],
      getLineStarts: () => lineStarts,
      getLineAndCharacterOfPosition: (offset: number) => placeIn(lineStarts, offset),
    } as unknown as TypeScript.SourceFile
    return readWith(standIn, () => read({ source, bodies }))
  } catch (error) {
    if (isUnsure(error) || error instanceof RangeError) return undefined
    throw error
  }
}

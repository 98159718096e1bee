import { stringLiteral } from './literal.ts'

/**
 * Renders a module that holds several files, so that bundlers put them into one chunk, and what they share with others
 * where they would anyway.
 *
 * @param specifiers those of the files
 */
export function renderChunkModule(specifiers: readonly string[]): string {
  return specifiers
    .map((specifier, index) => `export * as ${chunkMember(index)} from ${stringLiteral(specifier)}\n`)
    .join('')
}

/** What a chunk calls the namespace of its file at an index. */
export function chunkMember(index: number): string {
  return `m${index}`
}

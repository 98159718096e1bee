import { stringLiteral } from './literal.ts'

/**
 * Renders a module that holds several files, so that bundlers put them into one chunk, and what they share with others
 * where they would anyway.
 *
 * @param specifiers those of the files, in the order in which `chunkLoaders` of the runtime numbers them
 */
export function renderChunkModule(specifiers: readonly string[]): string {
  return specifiers
    .map((specifier, index) => `export * as m${index} from ${stringLiteral(specifier)}\n`)
    .join('')
}

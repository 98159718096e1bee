import { stringLiteral } from './literal.ts'

/**
 * Prints the options of `createRegistry` as its third argument.
 *
 * @param instantiate whether the code has imported `instantiate`
 * @param reservedWords the words, where they differ from the usual list
 * @returns the argument with the comma before it; an empty text without options
 */
export function registryOptions(instantiate: boolean, reservedWords: readonly string[] | undefined): string {
  const members: string[] = []
  if (instantiate) members.push('instantiate')
  if (reservedWords !== undefined) {
    members.push(`reservedWords: [${reservedWords.map(stringLiteral).join(', ')}]`)
  }
  return members.length === 0 ? '' : `, { ${members.join(', ')} }`
}

/**
 * Tells whether a file that exists says what would be written, so that it can stay as it is: line ends are those
 * of the checkout, and layout, quotes, parentheses, semicolons and trailing commas those of the project's formatter.
 *
 * @param existing the text of the file
 * @param rendered the text that would be written
 */
export function sameText(existing: string, rendered: string): boolean {
  const text = existing.replaceAll('\r\n', '\n')
  return text === rendered || meaning(text) === meaning(rendered)
}

/**
 * Gives a rendered text the line ends of the file that it replaces.
 *
 * @param existing the text of the file, if there is one
 * @returns the text with CRLF where the first line of the file ends so, else with LF
 */
export function withLineEndsOf(rendered: string, existing: string | undefined): string {
  return existing !== undefined && /^[^\n]*\r\n/.test(existing) ? rendered.replaceAll('\n', '\r\n') : rendered
}

/** Reduces generated code to what no formatter changes. */
function meaning(text: string): string {
  const tokens = tokenize(text)
  return tokens
    .filter(
      (token, index) =>
        !/^[;()]$/.test(token) && !(token === ',' && /^[)}\]>]$/.test(tokens[index + 1] ?? '')),
    )
    .map(plainToken)
    .join('\n')
}

/** Splits generated code into comments, strings, words, and every other visible character by itself. */
function tokenize(text: string): string[] {
  const start = /\/\*[\s\S]*?\*\/|\/\/.*|[\w$]+|\S/g
  const tokens: string[] = []
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const token = match[0]
    // By hand, since one pattern for a whole string would overflow on a large catalog.
    if (token === "'" || token === '"') start.lastIndex = endOfString(text, match.index)
    tokens.push(text.slice(match.index, start.lastIndex))
  }
  return tokens
}

function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== text[start]) end += text[end] === '\\' ? 2 : 1
  return end + 1
}

/** Takes from a string its quotes, which a key may lack, and from a comment its indentation. */
function plainToken(token: string): string {
  if (/^['"]/.test(token))
    return token
      .slice(1, -1)
      .replace(/\\(['"])/g, '$1')
      .replaceAll('\\\n', '')
  return token.startsWith('/*') ? token.replace(/\n\s*/g, '\n') : token.trimEnd()
}

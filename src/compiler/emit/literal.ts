const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
}

/**
 * What no literal holds as it is, besides its own quote: the backslash; `<`, which can end or comment out a script;
 * control characters and line separators; marks that turn the reading direction; halves of surrogate pairs, which
 * a file cannot hold.
 */
const UNSAFE = /[\\<\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/**
 * Prints a text as a string literal of JavaScript, JSON-like but safe wherever code may stand, an inline script
 * included. This file alone puts quotes around anything in generated code.
 *
 * @returns the literal in single quotes, or in double quotes where those need fewer escapes
 */
export function stringLiteral(text: string): string {
  const quote = count(text, "'") > count(text, '"') ? '"' : "'"
  return quote + escapeFor(quote, text) + quote
}

/**
 * Prints plain data as JSON inside a string literal, for a `JSON.parse` at run time.
 *
 * @param value what `JSON.stringify` accepts
 */
export function dataLiteral(value: unknown): string {
  return stringLiteral(scriptSafe(JSON.stringify(value) ?? 'null'))
}

/**
 * Spells `<` in JSON as an escape of JSON itself. Bundlers print string literals anew, in their own spelling; only what
 * the text itself does not hold can never end or comment out an inline script.
 */
export function scriptSafe(json: string): string {
  return json.replaceAll('<', '\\u003C')
}

/**
 * Prints a long text as one string literal over several lines of code, so that a diff shows which part changed.
 *
 * @param parts the pieces of the text, one for each line
 * @returns the literal, in single quotes; its value is the pieces joined with nothing between them
 */
export function linesLiteral(parts: readonly string[]): string {
  return escapedLinesLiteral(parts.map(escapedLine))
}

/** Escapes one line for {@link escapedLinesLiteral}. */
export function escapedLine(part: string): string {
  return escapeFor("'", part)
}

/** Prints the same as {@link linesLiteral} of lines that {@link escapedLine} made, or that need no escapes. */
export function escapedLinesLiteral(lines: readonly string[]): string {
  return `'${lines.join('\\\n')}'`
}

/**
 * Prints the key of a member of an object literal, always quoted.
 *
 * @returns the literal; in brackets for `__proto__`, which would otherwise set the prototype
 */
export function objectKey(name: string): string {
  return name === '__proto__' ? `[${stringLiteral(name)}]` : stringLiteral(name)
}

/** Tells whether a name can follow a dot in code; a name with letters outside ASCII is taken as one that cannot. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name)
}

/**
 * Prints a text as a doc comment that nothing in the text can end, and in which nothing is a tag or a directive.
 *
 * @param indent what stands before each line
 * @returns the lines; none for a text without visible characters
 */
export function docComment(text: string, indent = ''): string[] {
  const lines = text
    .split(/\r\n|[\n\r\v\f\u2028\u2029]/)
    .map((line) => line.replace(UNSAFE, harmlessInComment).trimEnd())
    .map((line) => line.replaceAll('*/', '*\\/').replace(/^(\s*)@/, '$1\\@'))
  while (lines.length > 0 && lines[0] === '') lines.shift()
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  if (lines.length === 0) return []
  if (lines.length === 1) return [`${indent}/** ${lines[0]!.trimStart()} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

function escapeFor(quote: string, text: string): string {
  const escaped = text.replace(UNSAFE, (character) => {
    if (character === '\\') return '\\\\'
    const code = character.charCodeAt(0)
    const hex = code.toString(16).toUpperCase()
    return (
      NAMED_ESCAPES[character] ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`)
    )
  })
  return escaped.replaceAll(quote, `\\${quote}`)
}

function harmlessInComment(character: string): string {
  if (character === '\\' || character === '<') return character
  return /\p{Cs}/u.test(character) ? '\ufffd' : ' '
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

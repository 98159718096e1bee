import type { Range } from '../../../diagnostics/diagnostic.ts'
import { type KeyPart, type Span, TomlCursor } from './toml-cursor.ts'

/** The way to a value: names of keys, and indexes of arrays. */
export type TomlPath = readonly (string | number)[]

/** Where the keys and values of a TOML text are. */
export interface TomlPlaces {
  /** Where a key is written; for a table with a header of its own, the header. */
  key(path: TomlPath): Range | undefined
  /** Where a value is written; the key for a table that is spread over several lines. */
  value(path: TomlPath): Range | undefined
  /** What is written as a value. */
  text(path: TomlPath): string | undefined
}

interface Node {
  readonly members: Map<string | number, Node>
  /** Whether its members are the tables of `[[name]]`. */
  tables: boolean
  key?: Span
  header?: Span
  value?: Span
}

/**
 * Finds every key and value of a TOML text that smol-toml has accepted, since that parser gives places for syntax errors
 * only. Lines and columns are 1-based, and a line ends where the frames of problems end it.
 *
 * @param text without a byte-order mark
 */
export function locateToml(text: string): TomlPlaces {
  const root = locateDocument(new TomlCursor(text))
  const rangeOf = createRanges(text)
  const find = (path: TomlPath): Node | undefined =>
    path.reduce<Node | undefined>((node, part) => node?.members.get(part), root)
  const range = (span: Span | undefined): Range | undefined =>
    span === undefined ? undefined : rangeOf(span)
  return {
    key(path) {
      const node = find(path)
      return range(node?.header ?? node?.key)
    },
    value(path) {
      const node = find(path)
      return range(node?.value ?? node?.header ?? node?.key)
    },
    text(path) {
      const span = find(path)?.value
      return span === undefined ? undefined : text.slice(span.start, span.end)
    },
  }
}

/**
 * Makes a function that turns offsets of a text into lines and columns.
 *
 * @param text without a byte-order mark
 */
export function createRanges(text: string): (span: Span) => Range {
  const starts = [
    0,
    ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((end) => end.index + end[0].length),
  ]
  const find = (offset: number): { line: number; column: number } => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
  return ({ start, end }) => {
    const from = find(start)
    const to = find(end)
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
  }
}

function createNode(): Node {
  return { members: new Map(), tables: false }
}

function locateDocument(cursor: TomlCursor): Node {
  const root = createNode()
  let table = root
  for (cursor.skipBlank(); !cursor.done; cursor.skipBlank()) {
    const start = cursor.at
    if (cursor.next === '[') table = locateHeader(cursor, root)
    else locateMember(cursor, table, false)
    if (cursor.at === start) cursor.at++
  }
  return root
}

/** Goes past `[name]` or `[[name]]`, and gives the table that it begins. */
function locateHeader(cursor: TomlCursor, root: Node): Node {
  const start = cursor.at
  const repeated = cursor.take('[[')
  if (!repeated) cursor.take('[')
  const named = define(root, cursor.readKey())
  cursor.take(repeated ? ']]' : ']')
  const header = { start, end: cursor.at }
  if (!repeated) {
    named.header = header
    return named
  }
  named.tables = true
  named.header ??= header
  const element = { ...createNode(), header }
  named.members.set(named.members.size, element)
  return element
}

/** Goes past `key = value`. */
function locateMember(cursor: TomlCursor, table: Node, inside: boolean): void {
  const member = define(table, cursor.readKey())
  cursor.take('=')
  cursor.skipSpaces()
  locateValue(cursor, member, inside)
}

function locateValue(cursor: TomlCursor, node: Node, inside: boolean): void {
  const start = cursor.at
  if (cursor.next === '"' || cursor.next === "'") cursor.skipString()
  else if (cursor.take('[')) locateArray(cursor, node)
  else if (cursor.take('{')) locateInlineTable(cursor, node)
  else cursor.skipScalar(inside)
  node.value = { start, end: cursor.at }
}

function locateArray(cursor: TomlCursor, node: Node): void {
  for (cursor.skipBlank(); !cursor.done && !cursor.take(']'); cursor.skipBlank()) {
    if (cursor.take(',')) continue
    const start = cursor.at
    const member = createNode()
    node.members.set(node.members.size, member)
    locateValue(cursor, member, true)
    if (cursor.at === start) cursor.at++
  }
}

function locateInlineTable(cursor: TomlCursor, node: Node): void {
  for (cursor.skipBlank(); !cursor.done && !cursor.take('}'); cursor.skipBlank()) {
    if (cursor.take(',')) continue
    const start = cursor.at
    locateMember(cursor, node, true)
    if (cursor.at === start) cursor.at++
  }
}

/** The node of a dotted key, seen from a table; what goes through `[[name]]` means its newest table. */
function define(from: Node, parts: readonly KeyPart[]): Node {
  let node = from
  for (const { name, start, end } of parts) {
    if (node.tables) node = node.members.get(node.members.size - 1) ?? node
    const known: Node = node.members.get(name) ?? { ...createNode(), key: { start, end } }
    node.members.set(name, known)
    node = known
  }
  return node
}

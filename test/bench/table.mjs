// Prints rows as a Markdown table that can be read as it is.

const HEAD = ['measure', 'what', 'N', 'ours', 'against', 'result', 'minima', 'CPU', 'target', 'reached']

/**
 * @param {readonly import('./rows.mjs').Row[]} rows
 * @returns {string} lines of equal columns; rows that are missing are listed below
 */
export function renderTable(rows) {
  const cells = rows.filter((row) => row.missing === undefined).map(cellsOf)
  const widths = HEAD.map((title, i) => Math.max(title.length, ...cells.map((row) => (row[i] ?? '').length)))
  /** @param {readonly string[]} row */
  const line = (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  const missing = rows.filter((row) => row.missing !== undefined)
  return [
    line(HEAD),
    rule,
    ...cells.map(line),
    ...(missing.length === 0 ? [] : ['', 'Not measured:']),
    ...missing.map((row) => `- ${row.measure} ${row.what}: ${row.missing}`),
  ].join('\n')
}

/**
 * @param {import('./rows.mjs').Row} row
 * @returns {string[]}
 */
function cellsOf(row) {
  const { measure, what, n, unit = '', ours, against, result, byMinima, byCpu, kind } = row
  /** @param {number | undefined} value */
  const shown = (value) =>
    value === undefined ? '' : kind === 'ratio' ? digits(value) : withUnit(value, unit, kind === 'difference')
  return [
    measure,
    what,
    n === undefined ? '' : String(n),
    ours === undefined ? '' : withUnit(ours.median, unit),
    against === undefined ? '' : `${against.name} ${withUnit(against.median, unit)}`,
    shown(result),
    shown(byMinima),
    shown(byCpu),
    targetOf(row, shown),
    row.reached ?? '',
  ]
}

/**
 * @param {import('./rows.mjs').Row} row
 * @param {(value: number) => string} shown
 */
function targetOf({ target, stretch, more = false }, shown) {
  if (target === undefined) return ''
  const sign = more ? '≥' : '≤'
  return `${sign} ${shown(target)}${stretch === undefined ? '' : ` (${shown(stretch)})`}`
}

/**
 * @param {number} value
 * @param {string} unit
 * @param {boolean} [signed]
 */
function withUnit(value, unit, signed = false) {
  return `${signed && value > 0 ? '+' : ''}${digits(value)}${unit === '' ? '' : ` ${unit}`}`
}

/** @param {number} value */
function digits(value) {
  const size = Math.abs(value)
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : String(Number(value.toFixed(3)))
}

import { loadRange } from '../../lazy-packages.ts'

/** Host versions before a release count for the ranges of the release, as npm has it for engines. */
const OPTIONS = { includePrerelease: true }

const CLAUSE =
  /^(~=|===?|!=|<=|>=|<|>)\s*v?(\d+(?:\.\d+)*)((?:\.\*)?)(?:[-.]?(a|b|rc|dev|post)\.?(\d+)|(-[\w.-]+))?$/

/** A set of versions. */
export interface VersionRange {
  admits(version: string): boolean
}

/**
 * Reads a range of versions in either style: npm's (`^0.2.0`, `>=0.2.0 <0.3.0`, `1.x || 2.x`) or Python's
 * (`>=0.2.0,<0.3.0`, `~=1.4`, `==1.2.*`, `!=1.3.0`).
 *
 * @returns `undefined` for what is neither
 */
export function parseVersionRange(text: string): VersionRange | undefined {
  const alternatives = text.split('||').map((part) => parseAlternative(part.trim(), text.includes('||')))
  if (alternatives.some((one) => one === undefined)) return undefined
  return { admits: (version) => alternatives.some((one) => one!.admits(version)) }
}

function parseAlternative(text: string, emptyIsAny: boolean): VersionRange | undefined {
  if (text === '') return emptyIsAny ? npmRange('*') : undefined
  if (!/,|~=|==|!=/.test(text)) return npmRange(text)
  const clauses = text.split(',').map((clause) => parseClause(clause.trim()))
  if (clauses.some((clause) => clause === undefined)) return undefined
  return { admits: (version) => clauses.every((clause) => clause!.admits(version)) }
}

/** One clause of a range in Python's style, in which a version that ends early goes on with zeros. */
function parseClause(text: string): VersionRange | undefined {
  const [, operator, release, wildcard, phase, number, suffix = ''] = CLAUSE.exec(text) ?? []
  if (operator === undefined || release === undefined) return text === '' ? undefined : npmRange(text)
  const parts = release.split('.')
  if (parts.length > 3) return undefined
  const tail = phase === undefined || phase === 'post' ? suffix : `-${phase}.${number}`
  const full = [...parts, '0', '0'].slice(0, 3).join('.') + tail
  if (wildcard !== '') {
    const range = npmRange(`${release}.x`)
    if (operator === '==') return range
    return operator === '!=' && range !== undefined
      ? { admits: (version) => !range.admits(version) }
      : undefined
  }
  if (operator === '~=')
    return parts.length < 2 ? undefined : npmRange(`>=${full} ${parts.slice(0, -1).join('.')}.x`)
  if (operator === '!=') {
    const range = npmRange(`=${full}`)
    return range && { admits: (version) => !range.admits(version) }
  }
  return npmRange(`${operator.startsWith('==') ? '=' : operator}${full}`)
}

function npmRange(text: string): VersionRange | undefined {
  try {
    const Range = loadRange()
    const range = new Range(text, OPTIONS)
    return { admits: (version) => range.test(version) }
  } catch {
    return undefined
  }
}

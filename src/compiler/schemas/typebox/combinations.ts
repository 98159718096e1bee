import { Refused } from '../refused.ts'

const MAX_COMBINATIONS = 10_000

/**
 * Refuses what TypeBox would write out in all of its combinations: the parts of a template, and unions that intersect.
 *
 * @throws Refused when there are more than 10,000
 */
export function refuseCombinations(name: string, args: readonly unknown[]): void {
  if (name !== 'TemplateLiteral' && name !== 'Intersect') return
  const parts = typeof args[0] === 'string' ? groupsOf(args[0]) : args[0]
  if (!Array.isArray(parts)) return
  const combinations = parts.reduce<number>((product, part) => product * choicesOf(part), 1)
  if (combinations > MAX_COMBINATIONS) throw new Refused(`it has more than ${MAX_COMBINATIONS} combinations`)
}

/** The placeholders of a template that is written as one text. */
function groupsOf(template: string): string[] {
  return template.match(/\$\{[^}]*\}/g) ?? []
}

function choicesOf(part: unknown): number {
  if (typeof part === 'string') return part.split('|').length
  const union = (part as { anyOf?: unknown } | undefined)?.anyOf
  if (Array.isArray(union)) return union.reduce<number>((sum, one) => sum + choicesOf(one), 0)
  const pattern = (part as { pattern?: unknown } | undefined)?.pattern
  return typeof pattern === 'string' ? pattern.split('|').length : 1
}

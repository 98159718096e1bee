import { sha256Of } from '../compiler/sha256.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/**
 * Names problems so that they can be linked to. A name does not depend on the line, so that it stays while a problem moves
 * with the text around it; problems of one file that say the same are numbered.
 *
 * @returns one key for each problem, in their order, such as `MODULE_ID_CONFLICT-1f3a9c02`
 */
export function problemKeys(problems: readonly Diagnostic[]): string[] {
  const seen = new Map<string, number>()
  return problems.map(({ code, file = '', message }) => {
    const key = `${code}-${sha256Of([code, file, message].join('\0')).slice(0, 8)}`
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return times === 1 ? key : `${key}-${times}`
  })
}

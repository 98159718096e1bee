import { visible } from '../../diagnostics/visible.ts'

/** A text of a project, safe for a terminal. Its lines stay lines. */
export function shown(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame } from '../child/support/start.ts'

/** One frame of the recorded conversation. */
export interface RecordedFrame {
  readonly from: 'host' | 'child'
  /** The line as it was on the wire. */
  readonly text: string
  readonly frame: Frame
}

/**
 * A conversation that a host written by hand had with the demo module of the Go reference. `transcript.txt` has every frame as
 * it was on the wire: `>` to the module, `<` from it.
 */
export const transcript: readonly RecordedFrame[] = readFileSync(
  join(import.meta.dirname, 'transcript.txt'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => {
    const text = line.slice(2)
    return { from: line.startsWith('>') ? 'host' : 'child', text, frame: JSON.parse(text) as Frame }
  })

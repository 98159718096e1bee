import type { Frame, StartedChild } from '../child/support/start.ts'
import { transcript } from './transcript.ts'

/** What a module is known to do otherwise than the Go reference. */
export interface Differences {
  /** Its own form of frames that mean the same, by the number of the request. */
  readonly answers?: Readonly<Record<number, (recorded: Frame) => Frame | 'no answer'>>
  /** Requests that are left out, with their callbacks: the module has no such route. */
  readonly without?: readonly number[]
}

/**
 * Plays the host's half of the recorded conversation to a module, and compares all that it writes with what was recorded.
 *
 * @returns pairs of what came and what was recorded, for one comparison
 */
export async function replay(
  child: StartedChild,
  differences: Differences = {},
): Promise<{ got: Frame[]; wanted: Frame[] }> {
  const { answers = {}, without = [] } = differences
  const got: Frame[] = []
  const wanted: Frame[] = []
  // The module counts its own calls, so what it was asked before decides their numbers.
  const callbacks = new Map<number, number>()
  let serving = 0
  for (const { from, frame } of transcript) {
    const id = frame.id ?? 0
    if (from === 'host' && frame.method !== undefined && frame.id !== undefined) serving = id
    if (without.includes(serving)) continue
    if (from === 'host') {
      const isAnswer = frame.method === undefined
      child.send(isAnswer ? { ...frame, id: callbacks.get(id) ?? id } : frame)
    } else if (frame.method !== undefined) {
      const asked = await child.next((entry) => entry.method !== undefined)
      callbacks.set(id, asked.id ?? 0)
      got.push({ ...asked, id })
      wanted.push(frame)
    } else {
      const expected = answers[id]?.(frame) ?? frame
      if (expected === 'no answer') continue
      let answer = await child.next()
      // A module that still can call back where the recorded one could not is given something.
      if (answer.method !== undefined && answers[id]) {
        child.send({ jsonrpc: '2.0', id: answer.id, result: { rows: [], total: 0 } })
        answer = await child.next()
      }
      got.push(answer)
      wanted.push(expected)
    }
  }
  return { got, wanted }
}

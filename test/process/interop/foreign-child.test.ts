import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildChild } from '../child/support/build-child.ts'
import { type Frame, start } from '../child/support/start.ts'
import { replay } from './replay.ts'

/** A demo module of the Go reference, to be given as a path to its program. */
const foreign = process.env.MODULE_PROTOCOL_CHILD

const callback5 = (frame: Frame): Frame => ({
  ...frame,
  result: { status: 200, body: { kind: 'json', value: { entity: 'articles', rows: [], total: 0 } } },
})

describe('the recorded conversation', () => {
  it.skipIf(!foreign)(
    `holds for the Go module${foreign ? '' : ' (skipped: MODULE_PROTOCOL_CHILD names no program)'}`,
    async () => {
      const child = start([foreign ?? ''])
      const { got, wanted } = await replay(child)
      expect(got).toEqual(wanted)
      child.process.stdin.end()
      expect((await child.ended).code).toBe(0)
    },
  )

  it('holds for the same module made with serveModule, but for what the reference does wrong', async () => {
    const child = start([process.execPath, await buildChild(join(import.meta.dirname, 'demo-module.ts'))])
    const { got, wanted } = await replay(child, {
      answers: {
        1: (frame) => ({ ...frame, result: { ...(frame.result as object), features: [] } }),
        // Its first cancel names the request, which works here; and cancelled calls are not answered.
        14: () => 'no answer',
        // The late answer for the callback of that call has not cost the connection.
        16: callback5,
      },
    })
    expect(got).toEqual(wanted)
    child.process.stdin.end()
    expect((await child.ended).code).toBe(0)
    expect(child.lines.some((line) => JSON.parse(line).id === 14)).toBe(false)
  })

  const python = spawnSync('python3', ['--version']).status === 0
  it.skipIf(!python)(
    `holds for a module in Python${python ? '' : ' (skipped: there is no python3)'}`,
    async () => {
      const child = start(['python3', join(import.meta.dirname, 'demo_module.py')])
      const { got, wanted } = await replay(child, {
        answers: { 1: (frame) => ({ ...frame, result: { ...(frame.result as object), features: [] } }) },
        // It has one route, and no cancel.
        without: [6, 7, 14, 16],
      })
      expect(got).toEqual(wanted)
      child.process.stdin.end()
      expect((await child.ended).code).toBe(0)
    },
  )
})

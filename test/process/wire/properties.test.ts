import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { request, scripted, settle } from './support.ts'

const runs = { numRuns: Number(process.env.FUZZ_STEPS ?? 60) }

/** Cuts bytes where it is told to. */
function* pieces(bytes: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let from = 0
  for (const cut of [...cuts].map((one) => one % (bytes.length + 1)).sort((a, b) => a - b)) {
    if (cut > from) yield bytes.subarray(from, cut)
    from = Math.max(from, cut)
  }
  yield bytes.subarray(from)
}

describe('frames', () => {
  it('arrive whole and in order, however their bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(5000), { maxLength: 40 }),
        async (values, cuts) => {
          const seen: unknown[] = []
          const { input, peer, written } = scripted({
            maxServeInflight: 1000,
            handlers: { see: (params) => seen.push(params) },
          })
          const text = values
            .map((value, index) => JSON.stringify(request(index + 1, 'see', value)))
            .join('\n')
          for (const piece of pieces(Buffer.from(`${text}\n`), cuts)) input.write(piece)
          expect(await written()).toHaveLength(values.length)
          expect(seen).toEqual(JSON.parse(JSON.stringify(values)))
          expect(peer.state).toBe('open')
        },
      ),
      runs,
    )
  })

  it('of any bytes neither crash a peer nor leave a call unsettled', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.json(),
      fc
        .record(
          {
            jsonrpc: fc.constantFrom('2.0', '1.0', 2),
            id: fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constantFrom(null, '1', 1.5, 2 ** 60)),
            method: fc.constantFrom('echo', 'module.cancel', '', 'none', 3),
            params: fc.oneof(fc.jsonValue(), fc.record({ request_id: fc.string() })),
            result: fc.jsonValue(),
            error: fc.oneof(fc.constant(null), fc.record({ code: fc.integer(), message: fc.string() })),
          },
          { requiredKeys: ['jsonrpc'] },
        )
        .map((frame) => JSON.stringify(frame)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 15 }), fc.boolean(), async (lines, ends) => {
        const { input, peer } = scripted({ maxFrameBytes: 4000, handlers: { echo: (params) => params } })
        const calls = Promise.allSettled([peer.call('a'), peer.call('b'), peer.call('c')])
        await settle()
        for (const text of lines) input.write(`${text}\n`)
        if (ends) input.end()
        await settle()
        input.end()
        await peer.done
        expect(await calls).toHaveLength(3)
        expect(peer.inflight).toBe(0)
        expect(['closed', 'failed']).toContain(peer.state)
      }),
      runs,
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSplitter } from '../../../src/child-process/line-splitter.ts'
import { RingSink } from '../../../src/process.ts'

describe('a splitter of lines', () => {
  it('gives the lines of a text, however its bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\n\r\ud800-\udfff]/.test(text))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''))
        const found: string[] = []
        const splitter = new LineSplitter(() => 1000)
        let from = 0
        for (const cut of [...cuts.map((one) => one % (bytes.length + 1)), bytes.length].sort(
          (a, b) => a - b,
        )) {
          splitter.push(bytes.subarray(from, cut), (text) => found.push(text) > 0)
          from = cut
        }
        expect(found).toEqual(lines)
        expect(splitter.end()).toBeUndefined()
      }),
    )
  })
})

describe('a ring', () => {
  it('keeps the last bytes of everything that was written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.array(fc.uint8Array({ maxLength: 3000 })),
        (size, chunks) => {
          const ring = new RingSink(size)
          let all = Buffer.alloc(0)
          for (const chunk of chunks) {
            ring.write(chunk)
            all = Buffer.concat([all, chunk])
            expect(ring.tail().equals(all.subarray(-size))).toBe(true)
            expect(ring.length).toBe(Math.min(size, all.length))
          }
          ring.reset()
          expect(ring.tail()).toHaveLength(0)
        },
      ),
    )
  })
})

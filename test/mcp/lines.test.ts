import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineSplitter } from '../../src/mcp/plugin/lines.ts'
import { Tail } from '../../src/mcp/plugin/tail.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'é', '🎉', '\r', '"'), maxLength: 12 })

it('cuts lines in the same places, however the bytes come', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 8 }),
      text,
      fc.infiniteStream(fc.nat(5)),
      (lines, rest, sizes) => {
        const bytes = Buffer.from([...lines, rest].join('\n'))
        const splitter = new LineSplitter(1000)
        const found: string[] = []
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value as number
          found.push(...splitter.push(bytes.subarray(at, at + size)))
          at += size
        }
        expect(found).toEqual(lines)
        expect(splitter.push(Buffer.from('\n'))).toEqual([rest])
      },
    ),
  )
})

it('refuses a line as soon as it is too long, and counts the line alone', () => {
  const splitter = new LineSplitter(4)
  expect(splitter.push(Buffer.from('aaaa\nbbbb\nc'))).toEqual(['aaaa', 'bbbb'])
  expect(splitter.push(Buffer.from('ccc'))).toEqual([])
  expect(() => splitter.push(Buffer.from('c'))).toThrow('a line of more than 4 bytes')
})

it('keeps the end of what was written, and no more', () => {
  const tail = new Tail()
  for (let i = 0; i < 1000; i++) tail.add(Buffer.from(`${String(i).padStart(3, '0')}${'x'.repeat(997)}`))
  expect(tail.text().length).toBeLessThanOrEqual(64 * 1024)
  expect(tail.text(1000)).toBe(`999${'x'.repeat(997)}`)
})

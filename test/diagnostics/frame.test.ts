import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawFrame } from '../../src/diagnostics/frame.ts'

const at = (line: number, column: number, endColumn = column + 1) => ({
  line,
  column,
  endLine: line,
  endColumn,
})

describe('a frame', () => {
  it('shows the line before, the line with carets below the range, and the line after', () => {
    expect(drawFrame('one\ntwo three\nfour\nfive', at(2, 5, 10))).toBe(
      ['1 | one', '2 | two three', '  |     ^^^^^', '3 | four'].join('\n'),
    )
  })

  it('keeps tabs, so that the caret stands below its character', () => {
    expect(drawFrame('\t\texport class _2FA {}', at(1, 16, 20))).toBe(
      ['1 | \t\texport class _2FA {}', '  | \t\t             ^^^^'].join('\n'),
    )
  })

  it('reads every kind of line end', () => {
    const frames = ['\n', '\r\n', '\r', '\u2028', '\u2029'].map((end) =>
      drawFrame(['a', 'b', 'c'].join(end), at(2, 1)),
    )
    expect(new Set(frames)).toEqual(new Set(['1 | a\n2 | b\n  | ^\n3 | c']))
  })

  it('aligns line numbers of different width', () => {
    expect(drawFrame(`${'\n'.repeat(8)}nine\nten`, at(9, 1, 5))).toBe(
      [' 8 |', ' 9 | nine', '   | ^^^^', '10 | ten'].join('\n'),
    )
  })

  it('cuts a piece out of a very long line, with the caret below the right character', () => {
    const text = `${'x'.repeat(5000)}HERE${'y'.repeat(5000)}`
    const frame = drawFrame(text, at(1, 5001, 5005))!
    const [line, carets] = frame.split('\n')
    expect(line!.length).toBeLessThan(200)
    expect(line!.slice(carets!.indexOf('^'), carets!.lastIndexOf('^') + 1)).toBe('HERE')
  })

  it('puts the caret below the right character behind hidden ones', () => {
    const [line, carets] = drawFrame('/* \u202e */ class A {}', at(1, 15, 16))!.split('\n')
    expect(line).toContain('\\u202e')
    expect(line![carets!.indexOf('^')]).toBe('A')
  })

  it('marks the whole of a range over several lines on its first line', () => {
    const frame = drawFrame('const a = {\n  b,\n}', { line: 1, column: 11, endLine: 3, endColumn: 2 })
    expect(frame).toBe(['1 | const a = {', '  |           ^', '2 |   b,'].join('\n'))
  })

  it('may stand at the end of a line or of the text', () => {
    expect(drawFrame('abc', at(1, 4, 4))).toBe('1 | abc\n  |    ^')
    expect(drawFrame('abc\n', at(2, 1, 1))).toBe('1 | abc\n2 |\n  | ^')
    expect(drawFrame('', at(1, 1, 1))).toBe('1 |\n  | ^')
  })

  it('is not drawn for a place outside of the text', () => {
    expect(drawFrame('abc', at(2, 1))).toBeUndefined()
    expect(drawFrame('abc', {})).toBeUndefined()
  })

  it('is valid for any text and any place in it', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\n', '\r\n', '\t', ' ', '\u2028', '\u001b', 'é'),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(400), fc.nat(400), (source, line, column, width) => {
        const frame = drawFrame(source, at(line + 1, column + 1, column + 1 + width))
        const lines = source.split(/\r\n|[\n\r\u2028\u2029]/)
        if (line >= lines.length) return frame === undefined
        const rows = frame!.split('\n')
        const carets = rows.filter((row) => /^ +\| [\t ]*\^+$/.test(row))
        const numbered = rows.filter((row) => /^ *\d+ \|/.test(row))
        expect(rows.length).toBeLessThanOrEqual(4)
        expect(carets.length).toBeGreaterThanOrEqual(1)
        expect(numbered.length + 1).toBe(rows.length)
        expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(1200)
        return !/(?!\t)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(rows.join(''))
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../src/compiler/parse/manifest/manifest.ts'
import { parseManifest } from '../../../src/compiler/parse/manifest/parse-manifest.ts'

const BASE = '[plugin]\nname = "search"\nkind = "tool"\nentry_point = "main:Search"\n'

function manifestOf(text: string): Manifest {
  const parsed = parseManifest(text)
  if ('manifest' in parsed) return parsed.manifest
  throw new Error(parsed.problems.map(({ message }) => message).join('\n'))
}

/** One line for each problem: its place and its key. */
function problemsOf(text: string): string[] {
  const parsed = parseManifest(text)
  if ('manifest' in parsed) return []
  return parsed.problems.map(({ range, path, message }) => `${range.line}:${range.column} ${path} ${message}`)
}

describe('a manifest', () => {
  it('needs a name, a kind and an entry point', () => {
    const manifest = manifestOf(BASE)
    expect(manifest.id).toBe('tool:search')
    expect(manifest.entryPoint).toEqual({ text: 'main:Search', file: 'main', exportName: 'Search' })
    expect(manifest.metadata).toEqual({})
  })

  it('reads the same with other tables, whatever they hold', () => {
    const manifest = manifestOf(
      `[before]\nbig = 9223372036854775807\n${BASE}[after]\nday = 2023-02-30\n[__proto__]\nx = 1`,
    )
    expect(manifest.id).toBe('tool:search')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it.each([
    ['0x10', 16],
    ['-3', -3],
    ['1_000', 1000],
    ['1.0', 1],
  ])('takes %s as a priority', (written, priority) => {
    expect(manifestOf(`${BASE}priority = ${written}`).table.priority).toBe(priority)
  })

  it.each([
    ['1.5', 'a float (1.5)'],
    ['nan', 'a float (nan)'],
    ['-inf', 'a float (-inf)'],
    ['true', 'a boolean (true)'],
    ['"5"', 'a string'],
    ['[5]', 'an array'],
    ['{ a = 5 }', 'a table'],
    ['2026-01-01', 'a date'],
    ['9223372036854775807', 'an integer beyond 2^53 (9223372036854775807)'],
  ])('refuses %s as a priority, and says what it is', (written, type) => {
    expect(problemsOf(`${BASE}priority = ${written}`)).toEqual([
      `5:12 plugin.priority must be an integer, found ${type}`,
    ])
  })

  it('keeps dates in metadata as they are written, and refuses those that do not exist', () => {
    const dates = 'a = 2024-02-29\nb = 1979-05-27T07:32:00.999999-07:00\nc = 07:32:00\nd = [2000-02-29]'
    expect(manifestOf(`${BASE}[plugin.metadata]\n${dates}`).metadata).toEqual({
      a: '2024-02-29',
      b: '1979-05-27T07:32:00.999999-07:00',
      c: '07:32:00',
      d: ['2000-02-29'],
    })
    for (const date of ['2023-02-29', '1900-02-29', '2023-04-31', '2023-02-30T10:00:00Z']) {
      const text = `${BASE}[plugin.metadata]\nin = { list = [1, ${date}] }`
      expect(problemsOf(text)[0]).toContain('6:19 plugin.metadata.in.list[1] is no calendar date')
    }
  })

  it('refuses in metadata what JSON cannot hold', () => {
    expect(problemsOf(`${BASE}[plugin.metadata]\na = nan\nb = 9007199254740993`)).toEqual([
      '6:5 plugin.metadata.a cannot be kept exactly, found a float (nan)',
      '7:5 plugin.metadata.b cannot be kept exactly, found an integer beyond 2^53 (9007199254740993)',
    ])
    const deep = `${Array.from({ length: 200 }, (_, i) => `k${i}`).join('.')} = 1`
    expect(problemsOf(`${BASE}[plugin.metadata]\n${deep}`)[0]).toContain('nested more than 64 levels')
  })

  it('keeps every name in metadata as a member of its own', () => {
    const { metadata } = manifestOf(
      `${BASE}[plugin.metadata]\nconstructor = "x"\n[plugin.metadata.__proto__]\npolluted = "yes"`,
    )
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype)
    expect(Object.keys(metadata)).toEqual(['constructor', '__proto__'])
    expect(JSON.stringify(metadata)).toBe('{"constructor":"x","__proto__":{"polluted":"yes"}}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(
      problemsOf(
        `plugin.__proto__.polluted = 1\n${BASE.replace('[plugin]\n', '').replace(/^/gm, 'plugin.').slice(0, -7)}`,
      ),
    ).toEqual(['1:8 plugin.__proto__ is no key that is known here'])
  })

  it('has the same places with a byte-order mark and line ends of Windows', () => {
    const text = `${BASE}depend_on = ["text"]\n\n[plugin.metadata]\nsince = 2023-02-30\n`
    const expected = problemsOf(text)
    expect(expected.map((line) => line.split(' ')[0])).toEqual(['5:1', '8:9'])
    expect(problemsOf(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(expected)
    expect(problemsOf(`\ufeff${BASE}x = 010`)).toEqual(problemsOf(`${BASE}x = 010`))
  })

  it.each(['main:Main', 'lib/main:Main', './main:Main', 'main:default', 'a.b:C'])(
    'takes the entry point %s',
    (entry) => {
      expect(problemsOf(BASE.replace('main:Search', entry))).toEqual([])
    },
  )

  it.each(['../x:A', 'a/../../x:A', 'a/..:A', '/x:A', '..\\\\x:A', '\\\\\\\\host\\\\x:A', '..:A'])(
    'sees that %s leads out of the folder',
    (entry) => {
      const parsed = parseManifest(BASE.replace('main:Search', entry))
      expect('problems' in parsed && parsed.problems.map(({ code }) => code)).toEqual(['ENTRY_POINT_ESCAPES'])
    },
  )

  it('is never a crash, whatever the bytes', () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uint8Array().map((array) => Buffer.from(array).toString('utf8')),
      fc
        .array(
          fc.constantFrom(
            '[plugin]',
            '[[plugin.tools]]',
            '\n',
            'name',
            ' = ',
            '"',
            "'''",
            '{',
            '}',
            '[',
            ']',
            ',',
            '.',
            '1',
            'nan',
            '#',
            '\\',
            '2024-01-01',
            '__proto__',
            '\r\n',
            '\ufeff',
          ),
          { maxLength: 40 },
        )
        .map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(bytes, fc.boolean(), (text, withBase) => {
        const parsed = parseManifest(withBase ? `${BASE}${text}` : text)
        if (!('problems' in parsed)) return
        expect(parsed.problems.length).toBeGreaterThan(0)
        for (const { range } of parsed.problems) {
          expect(range.line).toBeGreaterThan(0)
          expect(range.column).toBeGreaterThan(0)
        }
      }),
      { numRuns: 500 },
    )
  })
})

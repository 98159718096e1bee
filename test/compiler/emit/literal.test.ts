import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dataLiteral,
  docComment,
  linesLiteral,
  objectKey,
  stringLiteral,
} from '../../../src/compiler/emit/literal.ts'
import { hostileText } from './hostile-text.ts'

const RAW_LINE_END = /[\n\r\u2028\u2029]/

describe('stringLiteral', () => {
  it.each([
    ['plain', "'plain'"],
    ['', "''"],
    ["it's", '"it\'s"'],
    ['say "so"', '\'say "so"\''],
    [`it's "so"`, `'it\\'s "so"'`],
    ['a\\b', "'a\\\\b'"],
    ['\0' + '1\x1b\x85', "'\\x001\\x1B\\x85'"],
    ['a\tb\r\nc', "'a\\tb\\r\\nc'"],
    ['\u2028\u2029\ufeff\u202e', "'\\u2028\\u2029\\uFEFF\\u202E'"],
    ['</script><!--', "'\\x3C/script>\\x3C!--'"],
    ['\ud800 and \udc00', "'\\uD800 and \\uDC00'"],
    ['é 加法 👩‍💻', "'é 加法 👩‍💻'"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text under test
    ['`${1}`', "'`${1}`'"],
  ])('prints %j as %s', (text, literal) => {
    expect(stringLiteral(text)).toBe(literal)
  })

  it('gives back any text, on one line, safe in a script', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const literal = stringLiteral(text)
        expect(runInNewContext(literal)).toBe(text)
        expect(literal).not.toMatch(RAW_LINE_END)
        expect(literal).not.toContain('<')
        expect(literal).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})

describe('dataLiteral', () => {
  it('keeps JSON readable', () => {
    expect(dataLiteral({ id: 'a', tags: ["it's"] })).toBe(`'{"id":"a","tags":["it\\'s"]}'`)
  })

  it('gives back any data', () => {
    const data = fc.jsonValue({ stringUnit: 'binary' })
    fc.assert(
      fc.property(data, (value) => {
        const literal = dataLiteral(value)
        expect(JSON.parse(runInNewContext(literal))).toEqual(JSON.parse(JSON.stringify(value)))
        expect(literal).not.toMatch(RAW_LINE_END)
        expect(literal).not.toContain('<')
      }),
    )
  })
})

describe('linesLiteral', () => {
  it('gives back the pieces joined, one on each line of code', () => {
    fc.assert(
      fc.property(fc.array(hostileText(), { minLength: 1 }), (parts) => {
        const literal = linesLiteral(parts)
        expect(runInNewContext(literal)).toBe(parts.join(''))
        expect(runInNewContext(literal.replaceAll('\n', '\r\n'))).toBe(parts.join(''))
        expect(literal.split(RAW_LINE_END)).toHaveLength(parts.length)
        expect(literal).not.toContain('<')
      }),
    )
  })
})

describe('objectKey', () => {
  it('makes an own member of any name', () => {
    const name = fc.oneof(hostileText(), fc.constantFrom('__proto__', 'constructor', 'toString', 'then'))
    fc.assert(
      fc.property(name, (key) => {
        expect(runInNewContext(`Object.entries({ ${objectKey(key)}: 1 })`)).toEqual([[key, 1]])
      }),
    )
  })
})

describe('docComment', () => {
  it('is one line for one line, and none for no text', () => {
    expect(docComment('Adds.', '  ')).toEqual(['  /** Adds. */'])
    expect(docComment(' \n\t\n')).toEqual([])
  })

  it('keeps paragraphs', () => {
    expect(docComment('One.\r\n\r\n  two  \u2028three\n', '  ')).toEqual([
      '  /**',
      '   * One.',
      '   *',
      '   *   two',
      '   * three',
      '   */',
    ])
  })

  it('is never a tag or a directive', () => {
    expect(docComment('@ts-expect-error')).toEqual(['/** \\@ts-expect-error */'])
    expect(docComment('mail me@home\n @deprecated')).toEqual([
      '/**',
      ' * mail me@home',
      ' *  \\@deprecated',
      ' */',
    ])
  })

  it('ends where it should, for any text', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const comment = docComment(text).join('\n')
        expect(runInNewContext(`${comment}\n1`)).toBe(1)
        expect(comment.indexOf('*/')).toBe(comment === '' ? -1 : comment.length - 2)
        expect(comment).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})

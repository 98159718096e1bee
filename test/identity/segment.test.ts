import { describe, expect, it } from 'vitest'
import { deriveBaseId } from '../../src/identity/base-id.ts'
import { assertModuleId } from '../../src/identity/module-id.ts'
import {
  fileSegment,
  isSegment,
  lostCharacters,
  suggestSegment,
  toSegment,
} from '../../src/identity/segment.ts'

describe('a class name as a segment', () => {
  it.each([
    ['Addition', 'addition'],
    ['MathOps', 'math_ops'],
    ['HTTPSender', 'http_sender'],
    ['MyModule_V2', 'my_module_v2'],
    ['HTTPAPIHandler', 'httpapi_handler'],
    ['getHTTPSURL', 'get_httpsurl'],
    ['User123Profile', 'user123_profile'],
    ['OAuth2Client', 'o_auth2_client'],
    ['URLParser', 'url_parser'],
    ['parseURL', 'parse_url'],
    ['LMap', 'l_map'],
    ['TEST', 'test'],
    ['SHA256Hash', 'sha256_hash'],
    ['IPv4Address', 'i_pv4_address'],
    ['HTTPServer2', 'http_server2'],
    ['XMLHTTPRequest', 'xmlhttp_request'],
    ['PDFToHTML', 'pdf_to_html'],
    ['A1B2', 'a1_b2'],
    ['X', 'x'],
    ['$Service', 'service'],
    ['_Private', 'private'],
    ['F11', 'f11'],
    ['F1_1', 'f1_1'],
    ['My__Long___Name', 'my_long_name'],
    ['__trimmed__', 'trimmed'],
    ['a$b', 'a_b'],
    ['Übersicht', 'bersicht'],
    ['İstanbul', 'stanbul'],
    ['Straße', 'stra_e'],
    ['constructor', 'constructor'],
    ['__proto__', 'proto'],
    ['default', 'default'],
  ])('%s is %s', (name, segment) => {
    expect(toSegment(name)).toBe(segment)
    expect(isSegment(segment)).toBe(true)
  })

  it.each([
    ['_2FA', '2_fa'],
    ['加法', ''],
    ['$', ''],
    ['___', ''],
    ['É', ''],
  ])('%s is "%s", which is not legal', (name, segment) => {
    expect(toSegment(name)).toBe(segment)
    expect(isSegment(segment)).toBe(false)
  })
})

describe('a legal segment', () => {
  it.each(['a', 'a1', 'a_b', 'a_', 'math_ops', 'x9_9', 'constructor', 'a'.repeat(500)])('%s', (text) => {
    expect(isSegment(text)).toBe(true)
  })
  it.each(['', '_a', '1a', 'A', 'aB', 'a__b', 'a-b', 'a.b', 'ä', 'a b', 'a\n', '\na', 'a\0', 'ａ'])(
    'is not %j',
    (text) => {
      expect(isSegment(text)).toBe(false)
    },
  )
})

describe('a file name as a segment', () => {
  it.each(['math_ops', 'math-ops', 'mathOps', 'MathOps', 'Math-Ops', 'MATH_OPS', 'math__ops', 'math-ops-'])(
    '%s is math_ops when names are normalised',
    (name) => {
      expect(fileSegment(name, 'normalize')).toBe('math_ops')
      expect(fileSegment(name, 'strict')).toBe(name === 'math_ops' ? 'math_ops' : undefined)
    },
  )

  it('is kept when it is legal as it stands', () => {
    expect(fileSegment('end_', 'normalize')).toBe('end_')
    expect(fileSegment('end_', 'strict')).toBe('end_')
  })

  it.each([
    '2fa',
    '[post]',
    '(admin)',
    'cart total',
    'übersicht',
    'send.email',
    '-a',
    '_a',
    '$a',
    '',
    '..',
    'a\n',
    "it's",
  ])('%j is refused in both modes', (name) => {
    expect(fileSegment(name, 'normalize')).toBeUndefined()
    expect(fileSegment(name, 'strict')).toBeUndefined()
  })
})

describe('a suggestion', () => {
  it.each([
    ['[post]', 'post'],
    ['(admin)', 'admin'],
    ['cart total', 'cart_total'],
    ['send.email', 'send_email'],
    ['math.v2', 'math_v2'],
    ['übersicht', 'ubersicht'],
    ['café au lait', 'cafe_au_lait'],
    ['Api', 'api'],
    ['a__b', 'a_b'],
    ['2fa', undefined],
    ['3d', undefined],
    ['加法', undefined],
    ['straße', undefined],
    ['...', undefined],
    ['', undefined],
  ])('for %j is %s', (name, suggestion) => {
    expect(suggestSegment(name)).toBe(suggestion)
  })

  it('never invents or loses letters', () => {
    expect(lostCharacters('Übersicht 加1')).toBe('Ü加')
    expect(lostCharacters('MathOps_2 $-')).toBe('')
  })
})

describe('a base ID', () => {
  const derive = (path: string) => deriveBaseId(path, { fileNames: 'normalize' })

  it.each([
    ['math.ts', 'math'],
    ['mail/send.ts', 'mail.send'],
    ['foo/index.ts', 'foo.index'],
    ['index.ts', 'index'],
    ['App/app.tsx', 'app.app'],
    ['app/apple_info.ts', 'app.apple_info'],
    ['ticket_list/list.ts', 'ticket_list.list'],
    ['foo/system/bar.ts', 'foo.system.bar'],
    ['a/b/c/d/e/f/g/h/i.mts', 'a.b.c.d.e.f.g.h.i'],
  ])('of %s is %s', (path, id) => {
    expect(derive(path)).toEqual({ ok: true, id })
  })

  it('begins with the namespace', () => {
    expect(deriveBaseId('a/b.ts', { fileNames: 'strict', namespace: 'ns' })).toEqual({
      ok: true,
      id: 'ns.a.b',
    })
  })

  it('names every part that is not legal, and the first segment if that one is', () => {
    expect(derive('schema/[lang]/send.email.ts')).toEqual({
      ok: false,
      first: 'schema',
      bad: [
        { segment: '[lang]', suggestion: 'lang' },
        { segment: 'send.email', suggestion: 'send_email' },
      ],
    })
    expect(derive('2fa/加.ts')).toEqual({ ok: false, bad: [{ segment: '2fa' }, { segment: '加' }] })
  })

  it('takes off the last file extension only', () => {
    expect(derive('a.b.ts')).toEqual({ ok: false, bad: [{ segment: 'a.b', suggestion: 'a_b' }] })
    expect(derive('.ts')).toEqual({ ok: false, bad: [{ segment: '.ts', suggestion: 'ts' }] })
    expect(derive('a.b/c.ts')).toEqual({ ok: false, bad: [{ segment: 'a.b', suggestion: 'a_b' }] })
  })
})

describe('an ID given by hand', () => {
  it.each([
    'a',
    'math.add',
    'foo.system.bar',
    'ephemeral.x',
    'systems.report',
    'constructor',
    'a'.repeat(192),
  ])('may be %s', (id) => {
    expect(() => assertModuleId(id)).not.toThrow()
  })
  it.each([
    ['', 'INVALID_SEGMENT'],
    ['a..b', 'INVALID_SEGMENT'],
    ['.a', 'INVALID_SEGMENT'],
    ['a.', 'INVALID_SEGMENT'],
    ['Math', 'INVALID_SEGMENT'],
    ['a__b', 'INVALID_SEGMENT'],
    ['a\n', 'INVALID_SEGMENT'],
    ['a'.repeat(193), 'ID_TOO_LONG'],
    ['system.x', 'RESERVED_WORD'],
    ['acl', 'RESERVED_WORD'],
  ])('may not be %j', (id, code) => {
    expect(() => assertModuleId(id)).toThrow(expect.objectContaining({ code }))
  })
})

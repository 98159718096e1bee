import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RequestFacts, refusal } from '../../src/bundler/dev/inspector/request-check.ts'

const LOCAL: RequestFacts = {
  ...{ method: 'GET', host: 'localhost:5173', origin: undefined, site: undefined, mode: undefined },
  address: '127.0.0.1',
}
const SERVER = { hosts: ['friend.example', '.wide.example'], isShared: false }

const isAnswered = (facts: Partial<RequestFacts>): boolean =>
  refusal({ ...LOCAL, ...facts }, SERVER) === undefined

/** Texts made of what names and addresses are made of, and of what takes them apart. */
const host = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'localhost',
          'evil',
          'example',
          'friend',
          'wide',
          '127.0.0.1',
          '[::1]',
          '[',
          ']',
          '0x7f.1',
          '127',
        ],
        ...[
          '.',
          ':',
          '@',
          '/',
          '\\',
          '#',
          '?',
          '%',
          '%2e',
          '5173',
          ' ',
          '\t',
          '\0',
          'xn--',
          'ⓛocalhost',
          '。',
        ],
      ),
      { maxLength: 7 },
    )
    .map((parts) => parts.join('')),
)

test('a host that is answered is local, an address or named, as browsers read it', () => {
  fc.assert(
    fc.property(host, (name) => {
      if (!isAnswered({ host: name })) return
      const { hostname } = new URL(`http://${name}`)
      const isNamed = hostname === 'friend.example' || `.${hostname}`.endsWith('.wide.example')
      const isLocal = `.${hostname}`.endsWith('.localhost')
      expect(isNamed || isLocal || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('an origin that is answered is the one that browsers make of the host', () => {
  const scheme = fc.constantFrom('http://', 'https://', 'file://', 'null', 'ws://', 'http:', 'https:\\\\')
  const end = fc.constantFrom('', '/', ':80', ':443', '@evil.example', '.evil.example', '#', '?', '\\')
  const asked = fc.constantFrom('localhost', 'localhost:80', 'localhost:443', '[::1]:5173', '127.0.0.1')
  const from = fc.oneof(asked, host)
  fc.assert(
    fc.property(scheme, from, end, asked, (scheme, from, end, name) => {
      const origin = scheme + from + end
      if (!isAnswered({ host: name, origin })) return
      const { protocol, host: made } = new URL(origin)
      expect(['http:', 'https:']).toContain(protocol)
      expect(made).toBe(new URL(`${protocol}//${name}`).host)
    }),
    { numRuns: 3000 },
  )
})

test('whatever has an effect needs our own origin and no word of a browser against it', () => {
  const some = fc.option(fc.constantFrom('same-origin', 'none', 'same-site', 'cross-site', 'new-word'), {
    nil: undefined,
  })
  const mode = fc.option(fc.constantFrom('navigate', 'cors', 'no-cors'), { nil: undefined })
  const origin = fc.option(fc.constantFrom('http://localhost:5173', 'http://localhost', 'null', ''), {
    nil: undefined,
  })
  const method = fc.constantFrom('POST', 'PUT', 'get', '')
  fc.assert(
    fc.property(method, some, mode, origin, (method, site, mode, origin) => {
      const isOurs = origin === 'http://localhost:5173' && (site === undefined || site === 'same-origin')
      expect(isAnswered({ method, site, mode, origin })).toBe(isOurs)
    }),
  )
})

test.each(['127.evil.example', '127.0.0.1.evil.example', '127.0.0.1localhost', 'localhost.evil.example', ''])(
  'the host %j is refused',
  (host) => {
    expect(isAnswered({ host })).toBe(false)
  },
)

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', undefined])(
  '%s is this machine',
  (address) => {
    expect(isAnswered({ address })).toBe(true)
  },
)

test.each(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '10.127.0.0', '::127.0.0.1', ''])(
  '%s is another machine',
  (address) => {
    expect(isAnswered({ address })).toBe(false)
    expect(refusal({ ...LOCAL, address }, { ...SERVER, isShared: true })).toBeUndefined()
  },
)

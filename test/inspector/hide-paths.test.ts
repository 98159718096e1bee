import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapTexts, pathHider } from '../../src/inspector/hide-paths.ts'

const hide = pathHider([
  { path: '/app', shown: '.' },
  { path: '/home/me', shown: '~' },
  { path: '/home/me/my (app)+1', shown: 'mine' },
  { path: 'C:\\Users\\me\\app', shown: 'win' },
])

test.each([
  ['/app/extensions/a.ts', './extensions/a.ts'],
  ['cannot read /app', 'cannot read .'],
  ['at Foo (/app/a.ts:1:2)', 'at Foo (./a.ts:1:2)'],
  ['file:///app/a.ts and\n/app/b.ts', './a.ts and\n./b.ts'],
  ['http://localhost:5173/@fs/app/a.ts', 'http://localhost:5173./a.ts'],
  ['"/home/me/x" \'/home/me/my (app)+1/y\'', '"~/x" \'mine/y\''],
  ['file:///home/me/my%20(app)+1/y', 'mine/y'],
  [
    'C:\\Users\\me\\app\\a.ts, C:/Users/me/app/b.ts, file:///C:/Users/me/app/c.ts',
    'win\\a.ts, win/b.ts, win/c.ts',
  ],
])('%j is shown as %j', (text, shown) => {
  expect(hide(text)).toBe(shown)
})

test.each([
  'extensions/app/a.ts',
  'a/home/me/b',
  './app/a.ts',
  '../app/x',
  '/apps/a.ts',
  '/app-2',
  '@scope/app',
  'app',
])('%j is none of the folders', (text) => {
  expect(hide(text)).toBe(text)
})

test('the root of a file system hides nothing, and no folders hide nothing', () => {
  for (const path of ['/', 'C:\\', ''])
    expect(pathHider([{ path, shown: '.' }])('/etc/x C:\\x')).toBe('/etc/x C:\\x')
  expect(pathHider([])('/app')).toBe('/app')
})

test('whatever a folder is called, its path is gone', () => {
  const part = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[/\\\s]/.test(text))
  const folder = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
  fc.assert(
    fc.property(folder, fc.constantFrom('', ' ', '"', '(', '\n', 'file://'), (path, before) => {
      const shown = pathHider([{ path, shown: '.' }])(`${before}${path}/file.ts`)
      expect(shown).toBe(`${before === 'file://' ? '' : before}./file.ts`)
    }),
  )
})

test('texts are changed wherever they are, and keys are own keys', () => {
  const value = JSON.parse('{"__proto__":["/app"],"/app/x":{"n":1,"b":false,"z":null}}')
  const mapped = mapTexts(value, hide)
  expect(JSON.stringify(mapped)).toBe('{"__proto__":["."],"./x":{"n":1,"b":false,"z":null}}')
})

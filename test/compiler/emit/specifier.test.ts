import { expect, it } from 'vitest'
import { relativeSpecifier } from '../../../src/compiler/emit/specifier.ts'

it.each([
  ['gen.ts', 'extensions/a.ts', './extensions/a.ts'],
  ['src/gen.ts', 'extensions/a.ts', '../extensions/a.ts'],
  ['./src/./x/gen.ts', 'src/x/a.ts', './a.ts'],
  ['src/x/y/gen.ts', 'src/a.ts', '../../a.ts'],
  ['a/gen.ts', 'a', '../a'],
  ['src/gen.ts', '../shared/a.ts', '../../shared/a.ts'],
  ['src\\gen.ts', 'extensions\\.hidden\\a.ts', '../extensions/.hidden/a.ts'],
  ['../gen/x.ts', '../ext/a.ts', '../ext/a.ts'],
])('names from %j the file %j as %j', (from, to, specifier) => {
  expect(relativeSpecifier(from, to, '.ts')).toBe(specifier)
})

it('has no way back into a project whose folder it does not know', () => {
  expect(() => relativeSpecifier('../gen.ts', 'extensions/a.ts', '.ts')).toThrow(RangeError)
})

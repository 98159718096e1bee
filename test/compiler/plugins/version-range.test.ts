import { describe, expect, it } from 'vitest'
import { parseVersionRange } from '../../../src/compiler/parse/manifest/version-range.ts'

describe('a range of versions', () => {
  it.each([
    ['>=0.2.0', '0.2.0 0.3.0 1.0.0', '0.1.9'],
    ['^0.2.0', '0.2.5', '0.3.0 0.1.0'],
    ['>=0.2.0 <0.3.0', '0.2.9', '0.3.0'],
    ['>=0.2.0,<0.3.0', '0.2.0 0.2.9', '0.3.0 0.1.9'],
    ['>=0.2, <0.3', '0.2.0 0.2.9', '0.3.0'],
    ['1.x || >=3', '1.4.0 3.0.0', '2.0.0'],
    ['~=1.4.2', '1.4.2 1.4.9', '1.5.0 1.4.1'],
    ['~=1.4', '1.4.0 1.9.0', '2.0.0 1.3.0'],
    ['==1.2.*', '1.2.0 1.2.9', '1.3.0'],
    ['==1.2', '1.2.0', '1.2.1'],
    ['>=1.0,!=1.3.0', '1.2.0 1.3.1', '1.3.0 0.9.0'],
    ['>=1.0,!=1.3.*', '1.2.0 1.4.0', '1.3.1'],
    ['>=1.0.0rc1,<2', '1.0.0 1.5.0', '2.0.0'],
    ['*', '0.0.1 9.9.9', ''],
  ])('%s', (range, inside, outside) => {
    const parsed = parseVersionRange(range)!
    for (const version of inside.split(' ').filter(Boolean))
      expect(parsed.admits(version), version).toBe(true)
    for (const version of outside.split(' ').filter(Boolean))
      expect(parsed.admits(version), version).toBe(false)
  })

  it.each(['', 'latest', '>=', '>=1.0,', '1.2.3.4', '~=1', '>=1.0,<abc'])('is not "%s"', (text) => {
    expect(parseVersionRange(text)).toBeUndefined()
  })
})

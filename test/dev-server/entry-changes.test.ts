import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareEntries } from '../../src/bundler/dev/entry-changes.ts'
import { compareText } from '../../src/util/compare.ts'

const entries = fc
  .uniqueArray(fc.record({ id: fc.string({ maxLength: 2 }), text: fc.constantFrom('one', 'two') }), {
    selector: ({ id }) => id,
    maxLength: 12,
  })
  .map((list) => list.sort((a, b) => compareText(a.id, b.id)))

it('what comes and goes between two catalogs leads from one to the other', () => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const { come, gone } = compareEntries(before, after)
      const kept = before.filter((entry) => !gone.includes(entry))
      expect([...kept, ...come].sort((a, b) => compareText(a.id, b.id))).toEqual(after)
      const same = before.filter((one) => after.some(({ id, text }) => one.id === id && one.text === text))
      expect(kept).toEqual(same)
      expect(compareEntries(before, structuredClone(before))).toEqual({ come: [], gone: [] })
    }),
  )
})

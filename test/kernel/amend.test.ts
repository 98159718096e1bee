import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amend } from '../../src/kernel/amend.ts'
import { type Assembly, assemble } from '../../src/kernel/assemble.ts'
import type { Offer } from '../../src/kernel/discover.ts'
import { freeze } from '../../src/kernel/freeze.ts'
import { shapeOnDemand } from '../../src/kernel/hashes.ts'
import { createOrders } from '../../src/kernel/order.ts'
import { type Prepared, prepare } from '../../src/kernel/prepare.ts'
import { resolve } from '../../src/kernel/resolve.ts'
import { createTables } from '../../src/kernel/tables.ts'

const tables = createTables({ slots: ['menu'] })

function offer(id: string, description: string, extra: object = {}): Offer {
  const source = { scope: 'project', path: `${id}.ts` }
  return {
    contributor: 'test',
    order: 0,
    raw: { kind: 'module', id, source, payload: { description }, ...extra },
  }
}

function build(offers: readonly Offer[], prepared: Prepared = new WeakMap()): Assembly {
  const orders = createOrders()
  const candidates = prepare(offers, tables, prepared)
  return assemble(resolve(candidates, 'fail', orders), '', tables.points, orders)
}

/** Everything that a snapshot tells. */
function told(assembly: Assembly | undefined): object | undefined {
  if (assembly === undefined) return undefined
  const snapshot = freeze(assembly, 1, shapeOnDemand('', assembly.toolSchemas))
  return {
    all: snapshot.catalog.all(),
    tools: snapshot.toolSchemas(),
    shape: snapshot.cacheShape(),
    slots: snapshot.replacements(),
    chains: snapshot.interceptorChain(),
  }
}

describe('a build that is amended', () => {
  it('is what a build of everything is', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
    fc.assert(
      fc.property(ids, ids, fc.string({ maxLength: 3 }), (before, touched, description) => {
        const prepared: Prepared = new WeakMap()
        const offers = new Map(before.map((n) => [n, offer(`m${n}`, 'old')]))
        const assembly = build([...offers.values()], prepared)
        // What is there is taken out, or replaced; what is not comes.
        const gone = touched.flatMap((n) => offers.get(n) ?? [])
        for (const n of touched) {
          if (offers.has(n) && n % 2 === 0) offers.delete(n)
          else offers.set(n, offer(`m${n}`, description))
        }
        const come = touched.flatMap((n) => offers.get(n) ?? [])
        const amended = amend(assembly, {
          gone: prepare(gone, tables, prepared),
          come: prepare(come, tables, prepared),
        })
        expect(told(amended)).toEqual(told(build([...offers.values()])))
        expect(assembly.effective).toHaveLength(before.length)
      }),
    )
  })

  it('leaves to a build what has a say beyond its own ID, and what it does not know', () => {
    const assembly = build([offer('a', '')])
    const amendWith = (gone: readonly Offer[], come: readonly Offer[]) =>
      amend(assembly, {
        gone: prepare(gone, tables, new WeakMap()),
        come: prepare(come, tables, new WeakMap()),
      })
    expect(amendWith([], [offer('b', '')])?.effective).toHaveLength(2)
    expect(amendWith([], [offer('b', '', { payload: { replacementSlots: ['menu'] } })])).toBeUndefined()
    expect(amendWith([], [offer('b', '', { kind: 'hook' })])).toBeUndefined()
    expect(amendWith([offer('b', '')], [])).toBeUndefined()
    expect(amendWith([], [offer('a', '')])).toBeUndefined()
  })
})

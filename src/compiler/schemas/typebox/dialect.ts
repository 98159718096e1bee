import type { Dialect } from '../dialect.ts'
import { typeboxBuilders, typeboxCode, typeboxMethods } from './builders.ts'
import { refuseCombinations } from './combinations.ts'
import { refuseForeignTypes } from './json-types.ts'
import { nameRecursion } from './recursion.ts'

/** TypeBox under both of its names. Its values are JSON Schemas with marks that JSON does not show. */
export const typebox: Dialect = {
  label: 'Type',
  namespaces: new Set(['Type', 'default']),
  builders: typeboxBuilders,
  methods: typeboxMethods,
  takesCode: typeboxCode,
  constants: new Set(),
  properties: undefined,
  valuesAreSchemas: true,
  isValue: (raw) => KINDS.some((kind) => kind in raw) || raw.constructor?.name === 'TModule',
  call(run, name, args) {
    refuseCombinations(name, args)
    nameRecursion(name, args)
    return run()
  },
  convert(raw) {
    refuseForeignTypes(raw)
    return raw
  },
}

/** What marks a value: a symbol until version 0.34, a hidden property in 1.0 and later. */
const KINDS: readonly PropertyKey[] = [Symbol.for('TypeBox.Kind'), '~kind', '~unsafe', '~codec']

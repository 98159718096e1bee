import type { SchemaSide } from '../../fold/schema-library.ts'
import type { Dialect } from '../dialect.ts'
import { Refused } from '../refused.ts'
import { zodBuilders, zodCode, zodConstants, zodMethods, zodProperties } from './builders.ts'
import { globalRegistry, withoutIds } from './registry.ts'
import { refuseHuge } from './written-out.ts'

/** zod 4, in its classic and its mini form. */
export const zod: Dialect = {
  label: 'z',
  namespaces: new Set(['z', 'default']),
  builders: zodBuilders,
  methods: zodMethods,
  takesCode: zodCode,
  constants: zodConstants,
  properties: zodProperties,
  valuesAreSchemas: false,
  isValue: (raw) => '_zod' in raw || '_idmap' in raw,
  call(run, name, args, exports) {
    if (name === 'register' && args[0] !== globalRegistry(exports)) {
      throw new Refused('no other registry than z.globalRegistry shows in a schema')
    }
    return withoutIds(run, exports, args)
  },
  convert(raw, side, { exports }) {
    const { toJSONSchema } = exports as { toJSONSchema(schema: unknown, options: object): unknown }
    refuseHuge(raw)
    return toJSONSchema(raw, conversion(side))
  },
}

/** The options of zod's converter. Whether references stay is decided later, by the same rule for every library. */
function conversion(side: SchemaSide): object {
  return {
    io: side,
    target: 'draft-2020-12',
    unrepresentable: 'throw',
    cycles: 'ref',
    reused: 'inline',
  }
}

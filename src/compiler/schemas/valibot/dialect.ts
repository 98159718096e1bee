import type { Dialect } from '../dialect.ts'
import { Refused } from '../refused.ts'
import { valibotBuilders, valibotCode, valibotProperties } from './builders.ts'

/** The package that makes JSON Schema of its schemas. */
export const CONVERTER = '@valibot/to-json-schema'

/** valibot, whose schemas a package of its own converts. */
export const valibot: Dialect = {
  label: 'v',
  namespaces: new Set(),
  builders: valibotBuilders,
  methods: new Map(),
  takesCode: valibotCode,
  constants: new Set(['*_REGEX']),
  properties: valibotProperties,
  valuesAreSchemas: false,
  isValue: (raw) =>
    'kind' in raw && ['schema', 'validation', 'transformation', 'metadata'].includes(String(raw.kind)),
  convert(raw, side, installed) {
    const converter = installed.load(CONVERTER)
    if ('reason' in converter) {
      throw new Refused(`valibot needs the package \`${CONVERTER}\` for that: ${converter.reason}`)
    }
    const { toJsonSchema } = converter.exports as { toJsonSchema(schema: unknown, options: object): unknown }
    // No definitions: else it would take those that somebody in this process has set for all conversions.
    return toJsonSchema(raw, { typeMode: side, target: 'draft-2020-12', errorMode: 'throw', definitions: {} })
  },
}

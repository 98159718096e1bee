import { type CallRule, rules, words } from '../dialect.ts'

const messages = { messages: 'argument' } as const

/** Builders of valibot: schemas, then what pipes are made of, then what derives schemas from schemas. */
export const valibotBuilders: ReadonlyMap<string, CallRule> = new Map([
  ...rules('any bigint blob boolean date file function function_ instance nan never null null_', messages),
  ...rules('number promise string symbol undefined undefined_ unknown void void_', messages),
  ...rules(
    'array arrayAsync tuple tupleAsync looseTuple looseTupleAsync strictTuple strictTupleAsync',
    messages,
  ),
  ...rules('tupleWithRest tupleWithRestAsync record recordAsync map mapAsync set setAsync', messages),
  ...rules(
    'enum enum_ picklist literal intersect intersectAsync union unionAsync variant variantAsync',
    messages,
  ),
  ...rules('object objectAsync looseObject looseObjectAsync strictObject strictObjectAsync', messages),
  ...rules('objectWithRest objectWithRestAsync', messages),
  ...rules('nonNullable nonNullableAsync nonNullish nonNullishAsync nonOptional nonOptionalAsync', messages),
  ...rules('optional optionalAsync exactOptional exactOptionalAsync nullable nullableAsync nullish'),
  ...rules('nullishAsync undefinedable undefinedableAsync fallback fallbackAsync'),
  ...rules('lazy lazyAsync', { lazy: 0 }),

  ...rules(
    'base64 bic creditCard cuid2 decimal digits domain email emoji hash hexColor hexadecimal imei',
    messages,
  ),
  ...rules('ip ipv4 ipv6 isbn isoDate isoDateTime isoDateTimeSecond isoTime isoTimeSecond', messages),
  ...rules(
    'isoTimestamp isoWeek isrc jwsCompact ksuid mac mac48 mac64 nanoid octal regex rfcEmail',
    messages,
  ),
  ...rules('slug ulid url uuid', messages),
  ...rules(
    'bytes codePoints empty endsWith entries excludes finite graphemes gtValue includes integer',
    messages,
  ),
  ...rules(
    'length ltValue maxBytes maxCodePoints maxEntries maxGraphemes maxLength maxSize maxValue',
    messages,
  ),
  ...rules('maxWords mimeType minBytes minCodePoints minEntries minGraphemes minLength minSize', messages),
  ...rules('minValue minWords multipleOf nonEmpty notBytes notCodePoints notEntries notGraphemes', messages),
  ...rules(
    'notLength notSize notValue notValues notWords safeInteger size startsWith value values',
    messages,
  ),
  ...rules('words', messages),
  ...rules('brand flavor readonly title description examples metadata'),
  ...rules('normalize toLowerCase toMaxValue toMinValue toUpperCase trim trimEnd trimStart'),
  ...rules(
    'toBigint toBoolean toCamelCase toDate toKebabCase toNumber toPascalCase toSnakeCase toString',
    messages,
  ),
  ...rules('parseBoolean parseJson stringifyJson', messages),

  ...rules('pipe pipeAsync config cache args returns awaitAsync forward forwardAsync'),
  ...rules('keyof omit partial partialAsync pick required requiredAsync', messages),
  ...rules(
    'entriesFromList entriesFromObjects unwrap message getDefault getFallback getTitle getDescription',
  ),
])

/** What valibot has for code of the user. */
export const valibotCode: ReadonlySet<string> = new Set(
  words(`
    check checkAsync checkItems checkItemsAsync custom customAsync partialCheck partialCheckAsync rawCheck rawCheckAsync
    rawTransform rawTransformAsync transform transformAsync everyItem someItem findItem filterItems mapItems
    reduceItems sortItems guard
  `),
)

/** Properties of schemas that their users read to build others. */
export const valibotProperties: ReadonlySet<string> = new Set(
  words('entries item items rest options wrapped literal enum key value pipe requirement type'),
)

import { type CallRule, rules, words } from '../dialect.ts'

const messages = { messages: 'key' } as const

/** Builders of `zod` and `zod/mini`, in the order of zod's own documentation. */
export const zodBuilders: ReadonlyMap<string, CallRule> = new Map([
  ...rules('string number bigint boolean date symbol undefined null any unknown never void nan', messages),
  ...rules('coerce.string coerce.number coerce.bigint coerce.boolean coerce.date', messages),
  ...rules(
    'email uuid uuidv4 uuidv6 uuidv7 guid url httpUrl hostname emoji base64 base64url hex jwt',
    messages,
  ),
  ...rules(
    'nanoid cuid cuid2 ulid xid ksuid ipv4 ipv6 mac cidrv4 cidrv6 hash e164 creditCard iban',
    messages,
  ),
  ...rules('currencyCode', messages),
  ...rules('iso.date iso.time iso.datetime iso.duration', messages),
  ...rules('stringFormat int int32 uint32 float32 float64 int64 uint64 stringbool', messages),
  ...rules('object strictObject looseObject', { shape: 0, ...messages }),
  ...rules('custom function _function literal enum nativeEnum templateLiteral json'),
  ...rules(
    'array tuple union xor discriminatedUnion intersection record partialRecord looseRecord',
    messages,
  ),
  ...rules('map set file promise keyof readonly pipe success', messages),
  ...rules('optional exactOptional nullable nullish nonoptional', messages),
  ...rules('_default prefault catch'),
  ...rules('lazy', { lazy: 0 }),
  ...rules('pick omit partial exactPartial required merge catchall input output deepPartial invertCodec'),
  ...rules('extend safeExtend', { shape: 1 }),
  ...rules('describe meta fromJSONSchema toJSONSchema'),
  // Checks, which `zod/mini` takes in `.check()`.
  ...rules('lt lte gt gte positive negative nonpositive nonnegative multipleOf minimum maximum', messages),
  ...rules('maxSize minSize size maxLength minLength length regex lowercase uppercase includes', messages),
  ...rules('startsWith endsWith property mime', messages),
  ...rules('normalize trim toLowerCase toUpperCase slugify'),
])

/** Methods of values of `zod` and `zod/mini`. */
export const zodMethods: ReadonlyMap<string, CallRule> = new Map([
  ...rules('optional exactOptional nullable nullish nonoptional unwrap array or and pipe readonly brand'),
  ...rules('default prefault catch removeDefault removeCatch describe meta register check with clone'),
  ...rules('min max length size nonempty regex includes startsWith endsWith lowercase uppercase', messages),
  ...rules('email url jwt emoji guid uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid base64', messages),
  ...rules('base64url xid ksuid ipv4 ipv6 cidrv4 cidrv6 e164 datetime date time duration', messages),
  ...rules('trim normalize toLowerCase toUpperCase slugify'),
  ...rules(
    'gt gte lt lte int safe positive nonnegative negative nonpositive multipleOf step finite',
    messages,
  ),
  ...rules('mime exclude extract rest', messages),
  ...rules('keyof catchall passthrough loose strict strip merge pick omit partial exactPartial required'),
  ...rules('extend safeExtend', { shape: 0 }),
  ...rules('toJSONSchema'),
])

/** What zod has for code of the user. */
export const zodCode: ReadonlySet<string> = new Set(
  words(`
    check refine superRefine transform preprocess overwrite codec instanceof apply implement
    implementAsync compile withParser properties
  `),
)

/** Exports that are data. */
export const zodConstants: ReadonlySet<string> = new Set(
  words('regexes.* core.regexes.* TimePrecision.* core.TimePrecision.* globalRegistry'),
)

/** Properties of schemas that their users read to build others. */
export const zodProperties: ReadonlySet<string> = new Set(
  words(`
    shape element options enum value in out keyType valueType description format
    minLength maxLength minValue maxValue isInt isFinite
  `),
)

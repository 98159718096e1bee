const set = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Words that are never the name of a value or of a type, or not everywhere. */
const RESERVED = set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if import in instanceof new null return super switch this throw true try typeof var void while with ' +
    'implements interface let package private protected public static yield await async',
)

/** Whether a word can be a name wherever it stands. */
export function isName(word: string): boolean {
  return !RESERVED.has(word)
}

/** Types that have a name of their own in the language. */
export const KEYWORD_TYPES = set(
  'any unknown string number bigint symbol boolean undefined never object void null true false',
)
/** Words that are more than a name at the beginning of a type. */
export const TYPE_OPERATORS = set('keyof unique readonly')
export const NO_TYPE_NAMES = set('infer asserts intrinsic abstract is out keyof unique readonly')

/** Words in front of the name of a member or a parameter that say something about it. */
export const PROPERTY_MODIFIERS = set('public private protected readonly override')
/** All words that may stand in front of a member. */
export const MODIFIERS = set(
  'public private protected readonly override static abstract declare async accessor export default const in out get set',
)
/** Words that begin another kind of statement than an expression, if something fitting follows. */
export const STATEMENT_WORDS = set(
  'type interface namespace module declare abstract global using async let static public private protected of accessor ' +
    'enum debugger with yield await defer',
)

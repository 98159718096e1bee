import { type CallRule, rules, words } from '../dialect.ts'

/** Builders of `@sinclair/typebox` and of `typebox`. Where a name exists in one of them only, the other has none. */
export const typeboxBuilders: ReadonlyMap<string, CallRule> = new Map([
  ...rules('Any Array BigInt Boolean Integer Literal Never Null Number Object String Symbol Undefined'),
  ...rules('Unknown Void Enum Tuple Union Intersect Record Not Unsafe Const Composite Rest Ref'),
  ...rules('AsyncIterator Iterator Promise Date Uint8Array RegExp Function Constructor'),
  ...rules('Optional Readonly ReadonlyOptional Partial Required Pick Omit KeyOf Index Awaited'),
  ...rules('Exclude Extract Extends ConstructorParameters Parameters ReturnType InstanceType'),
  ...rules('Capitalize Uncapitalize Lowercase Uppercase TemplateLiteral Module Argument Instantiate'),
  ...rules('Recursive', { lazy: 0 }),
  ...rules('Mapped', { lazy: 1 }),
  // Of `typebox` alone.
  ...rules(
    'Call Conditional Cyclic Dependent Evaluate Generic Identifier Immutable Infer Interface NonNullable',
  ),
  ...rules('Parameter ReadonlyObject ReadonlyType Script This With RecordKey RecordValue RecordPattern'),
])

/** The one class of values with a method: a module of `@sinclair/typebox`. */
export const typeboxMethods: ReadonlyMap<string, CallRule> = new Map(rules('Import'))

/** What TypeBox has for code of the user. */
export const typeboxCode: ReadonlySet<string> = new Set(
  words('Transform Refine Codec Decode Encode DecodeBuilder EncodeBuilder'),
)

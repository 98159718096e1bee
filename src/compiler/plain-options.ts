import { TOOL_PROVIDERS } from '../tools/providers.ts'

type Check = (value: unknown) => boolean

const isBoolean: Check = (value) => typeof value === 'boolean'
const isText: Check = (value) => typeof value === 'string'
const isPath: Check = (value) => typeof value === 'string' && value !== ''
const isFunction: Check = (value) => typeof value === 'function'
const isFileExtension: Check = (value) => typeof value === 'string' && /^\.[A-Za-z0-9]+$/.test(value)

const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value))
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && [...value].every(check)
const atLeastOne: Check = (value) => Array.isArray(value) && value.length > 0

const isRoot = record({ root: isPath }, { namespace: isText, scope: isText })

/** What is certainly right for an option. What is absent here, or refused, is left to the schema of the options. */
const CHECKS: Readonly<Record<string, Check>> = {
  root: isPath,
  extensions: either(
    oneOf(false),
    isPath,
    isRoot,
    (value) => atLeastOne(value) && listOf(either(isPath, isRoot))(value),
  ),
  fileExtensions: listOf(isFileExtension),
  skip: listOf(isPath),
  followSymlinks: isBoolean,
  maxDepth: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 64,
  fileNames: oneOf('normalize', 'strict'),
  reservedWords: listOf(isText),
  onMultiple: oneOf('error', 'first'),
  metadata: oneOf('optional', 'required'),
  schemaFromTypes: isBoolean,
  moduleInterface: either(isPath, record({ name: isPath }, { from: isPath })),
  moduleFactories: listOf(isPath),
  instantiate: isPath,
  load: either(oneOf('lazy', 'eager'), isFunction),
  chunks: either(oneOf('module', 'folder'), isFunction),
  conflictPolicy: oneOf('fail', 'collect'),
  points: listOf(isPath),
  slots: listOf(isPath),
  plugins: either(oneOf(false), isPath, (value) => atLeastOne(value) && listOf(isPath)(value)),
  ignore: listOf(isPath),
  packages: either(isBoolean, listOf(isPath)),
  onInvalidPlugin: oneOf('error', 'skip'),
  server: isBoolean,
  toolProviders: listOf(oneOf(...TOOL_PROVIDERS)),
  inspector: either(isBoolean, record({}, { calls: isBoolean })),
  output: either(oneOf(false), isPath, record({ file: isPath }, { importExtension: oneOf('.ts', '.js') })),
  dts: either(isBoolean, isPath),
  cache: either(isBoolean, isPath),
}

/**
 * Whether options are certainly what the schema of the options accepts. Most are, and then the schema, with the package
 * that it is made with, need not be loaded.
 */
export function arePlainlyRight(options: unknown): boolean {
  return record({}, CHECKS)(options)
}

/** Plain objects with these members and no others. */
function record(needed: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>>): Check {
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== null && prototype !== Object.prototype) return false
    const members = value as Readonly<Record<string, unknown>>
    return (
      Object.keys(needed).every((key) => Object.hasOwn(members, key)) &&
      Reflect.ownKeys(members).every((key) => {
        if (typeof key !== 'string') return false
        const member = members[key]
        if (Object.hasOwn(needed, key)) return needed[key]!(member)
        return Object.hasOwn(optional, key) && (member === undefined || optional[key]!(member))
      })
    )
  }
}

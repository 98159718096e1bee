import type { ModuleShape } from '../../../src/compiler/parse/class-descriptor.ts'

/** One way to write a module. Its `source` also exports `Expected`, the type that the module's ID must have. */
export interface WrittenModule {
  readonly id: string
  /** Name of the file in `extensions/`. */
  readonly file: string
  readonly exportName: string
  readonly shape: ModuleShape
  readonly source: string
  readonly description?: string
}

const head = `import type { Module } from 'unplugin-module-registry/runtime'\n`

function inTypeScript(
  id: string,
  exportName: string,
  shape: ModuleShape,
  source: string,
  description?: string,
): WrittenModule {
  const more = description === undefined ? {} : { description }
  return { id, file: `${id}.ts`, exportName, shape, source: head + source, ...more }
}

/** Every legal shape in TypeScript, constructors of every kind included. */
export const typescriptModules: readonly WrittenModule[] = [
  inTypeScript(
    'named_class',
    'Named',
    'class',
    `export class Named implements Module { execute(n: number) { return n > 1 } }
     export type Expected = Named`,
    'Ends */ early, or @deprecated.\n@ts-expect-error\n\n</script>',
  ),
  inTypeScript(
    'default_class',
    'default',
    'class',
    `export default class Main implements Module { execute(n: number) { return n > 1 } }
     export type Expected = Main`,
    '@ts-expect-error',
  ),
  inTypeScript(
    'anonymous_class',
    'default',
    'class',
    `export default class implements Module { execute(n: 7) { return n } }
     export type Expected = import('./anonymous_class.js').default`,
  ),
  inTypeScript(
    'generic_class',
    'Generic',
    'generic-class',
    `export class Generic<In extends string, Out> implements Module {
       constructor(readonly make: (input: In) => Out) {}
       execute(input: In) { return this.make(input) }
     }
     export type Expected = Generic<string, unknown>`,
  ),
  inTypeScript(
    'class_expression',
    'Expression',
    'class-expression',
    `export const Expression = class implements Module { execute(n: number) { return [n] } }
     export type Expected = typeof Expression.prototype`,
  ),
  inTypeScript(
    'annotated_expression',
    'Annotated',
    'class-expression',
    `export const Annotated: new (size: number) => Module<string, 'a'> = class { execute() { return 'a' as const } }
     export type Expected = Module<string, 'a'>`,
  ),
  inTypeScript(
    'renamed_class',
    'Outside',
    'class',
    `class Inside implements Module { execute(n: number) { return n } }
     export { Inside as Outside }
     export type Expected = Inside`,
  ),
  inTypeScript(
    'reserved_name',
    'delete',
    'class',
    `class Delete implements Module { execute(n: number) { return n } }
     export { Delete as delete }
     export type Expected = Delete`,
  ),
  inTypeScript(
    'string_name',
    `it's "odd"`,
    'class',
    `class Odd implements Module { private constructor() {} execute(n: number) { return n } }
     export { Odd as "it's \\"odd\\"" }
     export type Expected = Odd`,
  ),
  inTypeScript(
    'foreign_name',
    'Grüße',
    'generic-class',
    `export class Grüße<T> implements Module { execute(n: T) { return n } }
     export type Expected = Grüße<unknown>`,
  ),
  inTypeScript(
    'object_const',
    'tool',
    'object',
    `export const tool = { description: 'a', execute: (n: number) => String(n) } as const satisfies Module
     export type Expected = typeof tool`,
  ),
  inTypeScript(
    'default_object',
    'default',
    'object',
    `const tool = { execute: async (n: number) => n } satisfies Module
     export default tool
     export type Expected = typeof tool`,
  ),
  inTypeScript(
    'string_object',
    'a-b',
    'object',
    `const tool: Module<number, string> = { execute: (n) => String(n) }
     export { tool as 'a-b' }
     export type Expected = Module<number, string>`,
  ),
  inTypeScript(
    'required_arguments',
    'Needy',
    'class',
    `export class Needy implements Module { constructor(readonly n: number) {} execute() { return this.n } }
     export type Expected = Needy`,
  ),
  inTypeScript(
    'private_constructor',
    'Private',
    'class',
    `export class Private implements Module { private constructor() {} execute(n: number) { return n } }
     export type Expected = Private`,
  ),
  inTypeScript(
    'private_generic',
    'PrivateGeneric',
    'generic-class',
    `export class PrivateGeneric<T> implements Module { protected constructor() {} execute(n: T) { return n } }
     export type Expected = typeof PrivateGeneric.prototype`,
  ),
  inTypeScript(
    'private_expression',
    'PrivateExpression',
    'class-expression',
    `export const PrivateExpression = class Named implements Module { private constructor() {} execute(n: number) { return n } }
     export type Expected = typeof PrivateExpression.prototype`,
  ),
]

/** Modules in JavaScript, with the type that they have where TypeScript reads it. */
export const javascriptModules: readonly WrittenModule[] = [
  {
    id: 'plain_script',
    file: 'plain_script.js',
    exportName: 'Plain',
    shape: 'class',
    source: `
      export class Plain {
        /** @param {number} n */
        execute(n) { return n > 1 }
      }
      /** @typedef {Plain} Expected */`,
  },
  {
    id: 'generic_script',
    file: 'generic_script.js',
    exportName: 'default',
    shape: 'class',
    source: `
      /** @template T */
      export default class Generic {
        /** @param {T} n */
        execute(n) { return n }
      }
      /** @typedef {Generic<unknown>} Expected */`,
  },
  {
    id: 'object_script',
    file: 'object_script.mjs',
    exportName: 'tool',
    shape: 'object',
    source: `
      export const tool = { execute: () => 1 }
      /** @typedef {typeof tool} Expected */`,
  },
]

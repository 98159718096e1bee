import { describe } from 'vitest'
import { detects } from './detect.ts'

const body = '{ execute() {} }'

describe('what a class says it implements', () => {
  detects([
    { title: 'the interface', source: `export class A implements Module ${body}`, modules: 'A' },
    {
      title: 'with type arguments',
      source: `export class A implements Module<{ a: 1 }, string[]> ${body}`,
      modules: 'A',
    },
    { title: 'among several', source: `export class A implements Disposable, Module ${body}`, modules: 'A' },
    {
      title: 'on lines of its own',
      source: `export class A\n  implements\n    // why\n    Module\n${body}`,
      modules: 'A',
    },
    { title: 'inside Readonly', source: `export class A implements Readonly<Module> ${body}`, modules: 'A' },
    {
      title: 'inside Required and NoInfer',
      source: `export class A implements Required<NoInfer<Module>> ${body}`,
      modules: 'A',
    },
    {
      title: 'without any import',
      whole: true,
      source: `type X = 1\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'an import alias',
      source: `import type { Module as M } from 'unplugin-module-registry/runtime'\nexport class A implements M ${body}`,
      modules: 'A',
    },
    {
      title: 'an inline type import',
      whole: true,
      source: `import { type Module as M } from 'x'\nexport class A implements M ${body}`,
      modules: 'A',
    },
    {
      title: 'an import under the string name of an export',
      whole: true,
      source: `import { 'Module' as M } from 'x'\nexport class A implements M ${body}`,
      modules: 'A',
    },
    {
      title: 'something else under the local name',
      whole: true,
      source: `import type { Tool as Module } from './tool.ts'\nexport class A implements Module ${body}`,
      files: { 'extensions/tool.ts': 'export interface Tool { run(): void }' },
      modules: '',
    },
    {
      title: 'a namespace import',
      whole: true,
      source: `import * as apcore from 'apcore-js'\nexport class A implements apcore.Module<string> ${body}`,
      modules: 'A',
    },
    {
      title: 'a nested namespace of an import',
      whole: true,
      source: `import type * as sdk from 'sdk'\nexport class A implements sdk.core.Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a default import named like the interface',
      whole: true,
      source: `import type Module from './module.ts'\nexport class A implements Module ${body}`,
      files: { 'extensions/module.ts': 'export default interface Module { execute(): void }' },
      modules: 'A',
    },
    {
      title: 'a default import of something else, named like the interface',
      whole: true,
      source: `import type Module from './tool.ts'\nexport class A implements Module ${body}`,
      files: { 'extensions/tool.ts': 'export default interface Tool { run(): void }' },
      modules: '',
    },
    {
      title: 'import equals require',
      whole: true,
      source: `import sdk = require('sdk')\nexport class A implements sdk.Module ${body}`,
      modules: 'A',
    },
    {
      title: 'an alias of a namespace member',
      whole: true,
      source: `import * as sdk from 'sdk'\nimport M = sdk.Module\nexport class A implements M ${body}`,
      modules: 'A',
    },
    {
      title: 'a type alias',
      source: `type Tool = Module<string>\nexport class A implements Tool ${body}`,
      modules: 'A',
    },
    {
      title: 'a generic type alias',
      source: `type Tool<T> = Module<T> & { x?: T }\nexport class A implements Tool<1> ${body}`,
      modules: 'A',
    },
    {
      title: 'a type alias of a union',
      source: `type Tool = Module | Function\nexport class A { x(): Tool { return this } }`,
      modules: '',
    },
    {
      title: 'an interface that extends it',
      source: `interface Tool<T> extends Disposable, Module<T> { t: T }\nexport class A implements Tool<1> ${body}`,
      modules: 'A',
    },
    {
      title: 'an interface declared twice, extending it once',
      source: `interface Tool { a: 1 }\ninterface Tool extends Module {}\nexport class A implements Tool ${body}`,
      modules: 'A',
    },
    {
      title: 'interfaces that extend each other',
      source: `interface X extends Y {}\ninterface Y extends X {}\nexport class A implements X ${body}`,
      modules: '',
    },
    {
      title: 'a type alias of itself',
      source: `type X = X\nexport class A implements X ${body}`,
      modules: '',
    },
    {
      title: 'an interface that extends a class in a circle',
      source: `interface I extends C {}\nexport class A extends B implements I ${body}\nclass B implements Module ${body}\nexport class C extends A {}`,
      modules: 'A, C',
    },
    {
      title: 'an alias of an import in a circle',
      source: `import M = M.x\nexport class A implements M ${body}\nexport class B extends M ${body}`,
      modules: '',
      problems: '3:27  UNRESOLVED_HERITAGE\n4:24  UNRESOLVED_HERITAGE',
    },
    {
      title: 'an interface of another file',
      whole: true,
      source: `import { Tool } from './tool'\nexport class A implements Tool ${body}`,
      files: { 'extensions/tool.ts': "import { Module } from 'x'\nexport interface Tool extends Module {}" },
      modules: 'A',
    },
    {
      title: 'an interface of another file that is no module',
      whole: true,
      source: `import { Tool } from './tool'\nexport class A implements Tool ${body}`,
      files: { 'extensions/tool.ts': 'export interface Tool { run(): void }' },
      modules: '',
    },
    {
      title: 'an interface that cannot be found',
      whole: true,
      source: `import { Tool } from 'nowhere'\nexport class A implements Tool ${body}`,
      modules: '',
      problems: '2:27  UNRESOLVED_HERITAGE',
    },
    {
      title: 'a member of a namespace in the file',
      source: `namespace Sdk { export interface Tool extends Module {} }\nexport class A implements Sdk.Tool ${body}`,
      modules: 'A',
    },
    {
      title: 'a class as an interface',
      source: `abstract class Tool implements Module { abstract execute(): void }\nexport class A implements Tool ${body}`,
      modules: 'A',
    },
    {
      title: 'an interface merged into the class',
      source: `export interface A extends Module {}\nexport class A ${body}`,
      modules: 'A',
    },
    {
      title: 'an interface merged into the class behind it',
      source: `export class A ${body}\nexport interface A extends Disposable, Module {}`,
      modules: 'A',
    },
    {
      title: 'an interface merged into a base class',
      source: `interface Base extends Module {}\nclass Base ${body}\nexport class A extends Base {}`,
      modules: 'A',
    },
  ])
})

describe('how a class is exported', () => {
  detects([
    { title: 'by name', source: `export class A implements Module ${body}`, modules: 'A' },
    {
      title: 'as default, with a name',
      source: `export default class A implements Module ${body}`,
      modules: 'A as default',
    },
    {
      title: 'as default, without a name',
      source: `export default class implements Module ${body}`,
      modules: 'default',
    },
    {
      title: 'as default, without a name, extending',
      source: `class B implements Module ${body}\nexport default class extends B {}`,
      modules: 'default',
    },
    { title: 'in a list', source: `class A implements Module ${body}\nexport { A }`, modules: 'A' },
    {
      title: 'in a list in front of it',
      source: `export { A }\nclass A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'in a list, renamed',
      source: `class A implements Module ${body}\nexport { A as B }`,
      modules: 'A as B',
    },
    {
      title: 'in a list, as default',
      source: `class A implements Module ${body}\nexport { A as default }`,
      modules: 'A as default',
    },
    {
      title: 'in a list, under a string',
      source: `class A implements Module ${body}\nexport { A as 'a-b c' }`,
      modules: 'A as a-b c',
    },
    {
      title: 'by its name as default',
      source: `class A implements Module ${body}\nexport default A`,
      modules: 'A as default',
    },
    {
      title: 'in parentheses as default',
      source: `class A implements Module ${body}\nexport default (A)`,
      modules: 'A as default',
    },
    {
      title: 'with a type behind it as default',
      source: `class A implements Module ${body}\nexport default A satisfies new () => Module`,
      modules: 'A as default',
    },
    {
      title: 'as a class expression as default',
      source: `export default (class A implements Module ${body})`,
      modules: 'A as default',
    },
    {
      title: 'as an anonymous class expression as default',
      source: `export default (class implements Module ${body})`,
      modules: 'default',
    },
    {
      title: 'twice',
      source: `export class A implements Module ${body}\nexport { A as B }\nexport default A`,
      modules: 'A',
    },
    {
      title: 'twice, never under its own name',
      source: `class A implements Module ${body}\nexport default A\nexport { A as B }`,
      modules: 'A as B',
    },
    { title: 'as a constant', source: `export const A = class implements Module ${body}`, modules: 'A' },
    {
      title: 'as a constant of another name',
      source: `export const A = class B implements Module ${body}`,
      modules: 'B as A',
    },
    {
      title: 'as a constant with a type',
      source: `export const A: new () => Module = class implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'as a constant in parentheses',
      source: `export const A = (class implements Module ${body})`,
      modules: 'A',
    },
    {
      title: 'as a constant that satisfies something',
      source: `export const A = class implements Module ${body} satisfies new () => Module`,
      modules: 'A',
    },
    {
      title: 'through a constant',
      source: `class A implements Module ${body}\nexport const B = A`,
      modules: 'A as B',
    },
    {
      title: 'through a constant with a type',
      source: `class A implements Module ${body}\nexport const B: typeof A = A as typeof A`,
      modules: 'A as B',
    },
    {
      title: 'through two constants',
      source: `class A implements Module ${body}\nconst B = A\nexport { B as C }`,
      modules: 'A as C',
    },
    {
      title: 'itself and through a constant',
      source: `export class A implements Module ${body}\nexport const B = A`,
      modules: 'A',
    },
    {
      title: 'as one of several variables',
      source: `export const x = 1, A = class implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'as a variable that could change',
      source: `export let A = class implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'as a type',
      source: `class A implements Module ${body}\nexport type { A }`,
      modules: '',
      problems: '2:7  MODULE_NOT_EXPORTED',
    },
    {
      title: 'as a type in a list',
      source: `class A implements Module ${body}\nexport { type A }`,
      modules: '',
      problems: '2:7  MODULE_NOT_EXPORTED',
    },
    {
      title: 'as a type and as a value',
      source: `class A implements Module ${body}\nexport type { A as T }\nexport { A }`,
      modules: 'A',
    },
    {
      title: 'with a type of its name',
      source: `class A implements Module ${body}\nexport { A, type A as B }`,
      modules: 'A',
    },
    {
      title: 'not at all',
      source: `class A implements Module ${body}\nexport const version = 1`,
      modules: '',
      problems: '2:7  MODULE_NOT_EXPORTED',
    },
    {
      title: 'not at all, but extended by one that is',
      source: `class A implements Module ${body}\nexport class B extends A {}`,
      modules: 'B',
    },
    {
      title: 'not at all, but made into an instance',
      source: `class A implements Module ${body}\nexport const a: Module = new A()`,
      modules: 'a',
    },
    {
      title: 'with export equals',
      source: `class A implements Module ${body}\nexport = A`,
      modules: 'A as default',
    },
    {
      title: 'as an expression with export equals',
      source: `export = class A implements Module ${body}`,
      modules: 'A as default',
    },
    {
      title: 'as an object with export equals',
      source: 'export = { execute() {} } satisfies Module',
      modules: 'default',
    },
    {
      title: 'as a member of module.exports',
      file: 'extensions/subject.js',
      whole: true,
      source: `/** @implements {Module} */\nclass A ${body}\nmodule.exports = { A }`,
      modules: '',
      problems: '2:7  MODULE_NOT_EXPORTED',
    },
    {
      title: 'inside a namespace',
      source: `export namespace N { export class A implements Module ${body} }`,
      modules: '',
    },
    {
      title: 'inside a function',
      source: `export function f() { class A implements Module ${body}; return A }`,
      modules: '',
    },
    { title: 'inside a block', source: `{ class A implements Module ${body} }\nexport {}`, modules: '' },
    {
      title: 'inside another class',
      source: `export class Outer { static Inner = class implements Module ${body} }`,
      modules: '',
    },
    {
      title: 'as a member of an object',
      source: `export const all = { A: class implements Module ${body} }`,
      modules: '',
    },
    {
      title: 'by destructuring',
      source: `export const { A } = { A: class implements Module ${body} }`,
      modules: '',
    },
    {
      title: 'only again from elsewhere',
      whole: true,
      source: `export { A } from './a'\nexport * from './a'\n// class implements Module }`,
      files: { 'extensions/a.ts': `export class A ${body}` },
      modules: '',
    },
    {
      title: 'imported and exported again',
      whole: true,
      source: `import { A } from './a'\nexport { A }\nexport default A\n// class implements Module }`,
      files: { 'extensions/a.ts': `export class A ${body}` },
      modules: '',
    },
  ])
})

describe('what can be constructed', () => {
  detects([
    {
      title: 'an abstract class',
      source: 'export abstract class A implements Module { abstract execute(): void }',
      modules: '',
    },
    {
      title: 'an abstract default class',
      source: 'export default abstract class A implements Module { abstract execute(): void }',
      modules: '',
    },
    {
      title: 'an abstract class that nobody exports',
      source: 'abstract class A implements Module { abstract execute(): void }\nexport {}',
      modules: '',
    },
    {
      title: 'a declared class',
      source: 'export declare class A implements Module { execute(): void }',
      modules: '',
    },
    { title: 'a declared constant', source: 'export declare const A: Module', modules: '' },
    {
      title: 'a class in a declared module',
      source: `declare module 'x' { export class A implements Module { execute(): void } }\nexport {}`,
      modules: '',
    },
    {
      title: 'a class in a declared global',
      source: 'declare global { class A implements Module { execute(): void } }\nexport {}',
      modules: '',
    },
    {
      title: 'a constructor with required parameters',
      source: `export class A implements Module { constructor(a: 1) {} execute() {} }`,
      modules: 'A',
      problems: '2:14  CONSTRUCTOR_NEEDS_ARGUMENTS',
    },
    {
      title: 'with parameters that may be left out',
      source: 'export class A implements Module { constructor(a?: 1, b = 2, ...c: 3[]) {} execute() {} }',
      modules: 'A',
    },
    {
      title: 'with a default in front of a required one',
      source: 'export class A implements Module { constructor(a = 1, b: 2) {} execute() {} }',
      modules: 'A',
      problems: '2:14  CONSTRUCTOR_NEEDS_ARGUMENTS',
    },
    {
      title: 'with a parameter property',
      source: 'export class A implements Module { constructor(private readonly a: 1) {} execute() {} }',
      modules: 'A',
      problems: '2:14  CONSTRUCTOR_NEEDS_ARGUMENTS',
    },
    {
      title: 'with overloads of which one needs nothing',
      source:
        'export class A implements Module { constructor()\nconstructor(a: 1)\nconstructor(a?: 1) {} execute() {} }',
      modules: 'A',
    },
    {
      title: 'with an inherited constructor',
      source: 'class B { constructor(b: 1) {} }\nexport class A extends B implements Module { execute() {} }',
      modules: 'A',
      problems: '3:14  CONSTRUCTOR_NEEDS_ARGUMENTS',
    },
    {
      title: 'with a constructor of its own over an inherited one',
      source:
        'class B { constructor(b: 1) {} }\nexport class A extends B implements Module { constructor() { super(1) } execute() {} }',
      modules: 'A',
    },
    {
      title: 'with a this parameter in a method',
      source: 'export class A implements Module { execute(this: A) {} }',
      modules: 'A',
    },
    {
      title: 'with a pattern as parameter',
      source: 'export class A implements Module { constructor({ a }: { a: 1 }) {} execute() {} }',
      modules: 'A',
      problems: '2:14  CONSTRUCTOR_NEEDS_ARGUMENTS',
    },
    {
      title: 'with a pattern and a default',
      source: 'export class A implements Module { constructor({ a = 1 } = {}) {} execute() {} }',
      modules: 'A',
    },
    {
      title: 'with a private constructor',
      source: 'export class A implements Module { private constructor() {} execute() {} }',
      modules: 'A',
    },
    {
      title: 'extending null',
      source: 'export class A extends null implements Module { execute() {} }',
      modules: 'A',
    },
  ])
})

import { describe } from 'vitest'
import { detects } from './detect.ts'
import { BASE, extendsBase, unresolved } from './extends-base.ts'

const MODULE = "import type { Module } from 'unplugin-module-registry/runtime'\n"

describe('a base class in a file of the project', () => {
  detects([
    extendsBase('without extension', './base', { 'extensions/base.ts': BASE }),
    extendsBase('with .ts', './base.ts', { 'extensions/base.ts': BASE }),
    extendsBase('with .js for .ts', './base.js', { 'extensions/base.ts': BASE }),
    extendsBase('with .mjs for .mts', '../lib/base.mjs', { 'lib/base.mts': BASE }),
    extendsBase('in a JavaScript file', './base.js', {
      'extensions/base.js': '/** @implements {Module} */\nexport class Base { execute() {} }',
    }),
    extendsBase('as a folder with an index', '../lib', { 'lib/index.ts': BASE }),
    extendsBase('outside of the extensions root', '../../shared/base', { '/shared/base.ts': BASE }),
    extendsBase('in a .tsx file', '../lib/base', { 'lib/base.tsx': BASE }),
    extendsBase('in a declaration file', '../lib/base', {
      'lib/base.d.ts': `${MODULE}export declare class Base implements Module { execute(): void }`,
    }),
    extendsBase('a declaration beside JavaScript', '../lib/base.js', {
      'lib/base.js': 'export class Base {}',
      'lib/base.d.ts': `${MODULE}export declare class Base implements Module { execute(): void }`,
    }),
    extendsBase('that does not exist', './base', {}, '', unresolved),
    extendsBase(
      'that does not export the name',
      './base',
      { 'extensions/base.ts': 'export class Other {}' },
      '',
      unresolved,
    ),
    extendsBase(
      'that is no module',
      './base',
      { 'extensions/base.ts': 'export class Base { execute() {} }' },
      '',
    ),
    extendsBase('through export from', './barrel', {
      'extensions/barrel.ts': "export { Base } from './base'",
      'extensions/base.ts': BASE,
    }),
    extendsBase('through a renaming export from', './barrel', {
      'extensions/barrel.ts': "export { Root as Base } from './root'",
      'extensions/root.ts': BASE.replaceAll('Base', 'Root'),
    }),
    extendsBase('through export star', './barrel', {
      'extensions/barrel.ts': "export * from './other'\nexport * from './base'",
      'extensions/other.ts': 'export const x = 1',
      'extensions/base.ts': BASE,
    }),
    extendsBase('through import and export', './barrel', {
      'extensions/barrel.ts': "import { Base as B } from './base'\nexport { B as Base }",
      'extensions/base.ts': BASE,
    }),
    extendsBase('through a default that is renamed', './barrel', {
      'extensions/barrel.ts': "export { default as Base } from './base'",
      'extensions/base.ts': `${MODULE}export default abstract class implements Module { abstract execute(): void }`,
    }),
    extendsBase('through barrels that re-export each other', './one', {
      'extensions/one.ts': "export * from './two'",
      'extensions/two.ts': "export * from './one'\nexport * from './base'",
      'extensions/base.ts': BASE,
    }),
    extendsBase(
      'through barrels that lead in a circle only',
      './one',
      {
        'extensions/one.ts': "export { Base } from './two'",
        'extensions/two.ts': "export { Base } from './one'",
      },
      '',
      unresolved,
    ),
    extendsBase('through a star export of something that does not exist', './barrel', {
      'extensions/barrel.ts': "export * from './gone'\nexport * from './base'",
      'extensions/base.ts': BASE,
    }),
    extendsBase(
      'of a base that extends the class itself',
      './base',
      { 'extensions/base.ts': "import { A } from './subject'\nexport class Base extends A {}" },
      '',
    ),
    extendsBase('of a base of a base', './base', {
      'extensions/base.ts': "import { Root } from './root'\nexport abstract class Base extends Root {}",
      'extensions/root.ts': BASE.replaceAll('Base', 'Root'),
    }),
    extendsBase(
      'of a base whose base cannot be found',
      './base',
      { 'extensions/base.ts': "import { Root } from 'nowhere'\nexport abstract class Base extends Root {}" },
      '',
      unresolved,
    ),
    extendsBase('of a base that is a constant', './base', {
      'extensions/base.ts': `${MODULE}export const Base = class implements Module { execute() {} }`,
    }),
    extendsBase('of a base that is an alias', './base', {
      'extensions/base.ts': `${MODULE}class Root implements Module { execute() {} }\nexport const Base = Root`,
    }),
    extendsBase(
      'of a base that is computed',
      './base',
      {
        'extensions/base.ts': `${MODULE}class Root implements Module { execute() {} }\nexport const Base = mixin(Root)`,
      },
      '',
      unresolved,
    ),
    extendsBase('of a computed base whose type says it', './base', {
      'extensions/base.ts': `${MODULE}export const Base: new () => Module = make()`,
    }),
    extendsBase('of a computed base whose abstract type says it', './base', {
      'extensions/base.ts': `${MODULE}export const Base: abstract new (...args: any[]) => Module & Disposable = make()`,
    }),
    extendsBase('of a computed base of the type of a class', './base', {
      'extensions/base.ts': `${MODULE}class Root implements Module { execute() {} }\nexport const Base: typeof Root & { x: 1 } = make()`,
    }),
    extendsBase(
      'through a namespace export',
      './barrel',
      { 'extensions/barrel.ts': "export * as Base from './base'", 'extensions/base.ts': BASE },
      '',
    ),
    extendsBase(
      'in a file with a syntax error that hides it',
      './base',
      { 'lib/x.ts': '', 'extensions/base.ts': 'export const x = {\nexport class Base {' },
      '',
      unresolved,
    ),
    extendsBase('through a barrel of a built-in and a file', './barrel', {
      'extensions/barrel.ts': "export * from 'node:events'\nexport * from './base'",
      'extensions/base.ts': BASE,
    }),
    extendsBase(
      'through a barrel of a built-in that may have it',
      './barrel',
      { 'extensions/barrel.ts': "export * from 'node:events'" },
      '',
    ),
    extendsBase(
      'of a base that was taken out of an object',
      './base',
      { 'extensions/base.ts': 'const sdk = load()\nexport const { Base } = sdk' },
      '',
      unresolved,
    ),
    extendsBase(
      'of a base that was taken out of a nested pattern',
      './base',
      { 'extensions/base.ts': 'export const { a: [{ Base = x }] } = load()' },
      '',
      unresolved,
    ),
    extendsBase('of a base whose named constructor type is imported', './base', {
      'extensions/base.ts': "import type { Maker } from './maker'\nexport declare const Base: Maker",
      'extensions/maker.ts': `${MODULE}export interface Maker { new (): Module }`,
    }),
    extendsBase(
      'of a declared base of any type',
      './base',
      { 'extensions/base.ts': 'export declare const Base: any' },
      '',
      unresolved,
    ),
    extendsBase(
      'of a function, as classes were once written',
      './base',
      { 'extensions/base.ts': 'export function Base() {}' },
      '',
    ),
    {
      title: 'of a member of an object',
      source:
        'const bases = { Base: class implements Module { execute() {} } }\nexport class A extends bases.Base {}',
      modules: '',
      problems: '3:24  UNRESOLVED_HERITAGE',
    },
    {
      title: 'of a static member of a class',
      source:
        'class B { static Base = class implements Module { execute() {} } }\nexport class A extends B.Base {}',
      modules: '',
      problems: '3:24  UNRESOLVED_HERITAGE',
    },
    {
      title: 'of a member that a namespace import does not have',
      whole: true,
      source: "import * as lib from './base'\nexport class A extends lib.Missing { execute() {} }",
      files: { 'extensions/base.ts': BASE },
      modules: '',
      problems: '2:24  UNRESOLVED_HERITAGE',
    },
    {
      title: 'of a member of a namespace import',
      whole: true,
      source: "import * as lib from './base'\nexport class A extends lib.Base { execute() {} }",
      files: { 'extensions/base.ts': BASE },
      modules: 'A',
    },
    {
      title: 'of a member of an exported namespace',
      whole: true,
      source: "import { lib } from './barrel'\nexport class A extends lib.Base { execute() {} }",
      files: { 'extensions/barrel.ts': "export * as lib from './base'", 'extensions/base.ts': BASE },
      modules: 'A',
    },
    {
      title: 'of a default import',
      whole: true,
      source: "import Base from './base'\nexport class A extends Base { execute() {} }",
      files: { 'extensions/base.ts': `${MODULE}export default class implements Module { execute() {} }` },
      modules: 'A',
    },
    {
      title: 'of a global class',
      whole: true,
      source:
        'export class A extends EventTarget { execute() {} }\nexport class B extends Error {}\nexport class C extends HTMLElement {}',
      modules: '',
    },
    {
      title: 'of a built-in of Node',
      whole: true,
      source:
        "import { EventEmitter } from 'node:events'\nimport { Readable } from 'stream'\nexport class A extends EventEmitter {}\nexport class B extends Readable {}",
      modules: '',
    },
    {
      title: 'of a built-in and the interface',
      source:
        "import { EventEmitter } from 'node:events'\nexport class A extends EventEmitter implements Module { execute() {} }",
      modules: 'A',
    },
    {
      title: 'of a call',
      source: 'export class A extends mixin(Object) { execute() {} }',
      modules: '',
      problems: '2:24  UNRESOLVED_HERITAGE',
    },
    {
      title: 'of a call, with the interface written down',
      source: 'export class A extends mixin(Object) implements Module { execute() {} }',
      modules: 'A',
    },
    {
      title: 'with type arguments',
      source:
        'class Base<T> implements Module { execute(x: T) {} }\nexport class A extends Base<Array<{ a: 1 }>> {}',
      modules: 'A',
    },
    {
      title: 'in parentheses',
      source: 'class Base implements Module { execute() {} }\nexport class A extends (Base) {}',
      modules: 'A',
    },
    {
      title: 'written in place',
      source: 'export class A extends (class implements Module { execute() {} }) {}',
      modules: 'A',
    },
    { title: 'of itself', source: 'export class A extends A { execute() {} }', modules: '' },
    {
      title: 'in a circle',
      source: 'export class A extends B {}\nexport class B extends C {}\nexport class C extends A {}',
      modules: '',
    },
    {
      title: 'in a circle that implements it somewhere',
      source:
        'export class A extends B {}\nexport class B extends C implements Module {}\nexport class C extends A {}',
      modules: 'A, B, C',
    },
    {
      title: 'in a circle that implements it somewhere, asked from behind',
      source:
        'export class C extends A {}\nexport class A extends B {}\nexport class B extends C implements Module {}',
      modules: 'C, A, B',
    },
  ])
})

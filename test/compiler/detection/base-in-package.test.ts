import { describe } from 'vitest'
import type { MemoryFiles } from '../../support/memory-host.ts'
import { detects } from './detect.ts'
import { BASE, extendsBase, json, unresolved } from './extends-base.ts'

const DTS =
  'export interface Module { execute(): void }\nexport declare abstract class Base implements Module { execute(): void }\n'

describe('a base class in a package', () => {
  const sdk = (pkg: unknown, files: Record<string, string>): MemoryFiles => ({
    'node_modules/sdk/package.json': json({ name: 'sdk', version: '1.0.0', ...(pkg as object) }),
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`node_modules/sdk/${file}`, text])),
  })
  detects([
    extendsBase(
      'types',
      'sdk',
      sdk({ main: 'index.js', types: './types.d.ts' }, { 'types.d.ts': DTS, 'index.js': '' }),
    ),
    extendsBase('typings', 'sdk', sdk({ typings: 'types.d.ts' }, { 'types.d.ts': DTS })),
    extendsBase('index.d.ts', 'sdk', sdk({}, { 'index.d.ts': DTS })),
    extendsBase(
      'a declaration beside main',
      'sdk',
      sdk({ main: './lib/main.js' }, { 'lib/main.d.ts': DTS, 'lib/main.js': '' }),
    ),
    extendsBase(
      'exports with a types condition',
      'sdk',
      sdk({ exports: { '.': { types: './t.d.ts', default: './i.js' } } }, { 't.d.ts': DTS, 'i.js': '' }),
    ),
    extendsBase(
      'exports with nested conditions',
      'sdk',
      sdk(
        { exports: { '.': { import: { types: './t.d.mts', default: './i.mjs' }, require: './i.cjs' } } },
        { 't.d.mts': DTS, 'i.mjs': '' },
      ),
    ),
    extendsBase(
      'exports of a subpath',
      'sdk/base',
      sdk({ exports: { './base': { types: './t.d.ts' } } }, { 't.d.ts': DTS }),
    ),
    extendsBase(
      'exports of a pattern',
      'sdk/parts/base',
      sdk({ exports: { './parts/*': './dist/*.js' } }, { 'dist/base.js': '', 'dist/base.d.ts': DTS }),
    ),
    extendsBase(
      'a subpath that exports does not have',
      'sdk/hidden',
      sdk({ exports: { '.': './i.js' } }, { 'hidden.d.ts': DTS, 'i.js': '' }),
      '',
      unresolved,
    ),
    extendsBase(
      'typesVersions',
      'sdk',
      sdk(
        { types: 'old.d.ts', typesVersions: { '>=4.0': { '*': ['new/*'] } } },
        { 'new/old.d.ts': DTS, 'old.d.ts': 'export declare class Base {}' },
      ),
    ),
    extendsBase('types of @types', 'sdk', {
      ...sdk({ main: 'i.js' }, { 'i.js': '' }),
      'node_modules/@types/sdk/index.d.ts': DTS,
      'node_modules/@types/sdk/package.json': json({ name: '@types/sdk' }),
    }),
    extendsBase('sources only', 'sdk', sdk({ exports: './src/index.ts' }, { 'src/index.ts': BASE })),
    extendsBase('JavaScript only', 'sdk', sdk({ main: 'i.js' }, { 'i.js': 'export class Base {}' }), ''),
    extendsBase(
      'a barrel of declarations',
      'sdk',
      sdk(
        { types: 'index.d.ts' },
        {
          'index.d.ts': "export * from './base.js';\nexport type { Module } from './module.js';",
          'base.d.ts':
            "import type { Module } from './module.js';\nexport declare abstract class Base<T = unknown> implements Module { execute(): void }",
          'module.d.ts': 'export interface Module { execute(): void }',
        },
      ),
    ),
    extendsBase('a base of another package', 'sdk', {
      ...sdk(
        { types: 'index.d.ts' },
        { 'index.d.ts': "import { Root } from 'core-sdk';\nexport declare class Base extends Root {}" },
      ),
      'node_modules/core-sdk/package.json': json({ name: 'core-sdk', types: 'i.d.ts' }),
      'node_modules/core-sdk/i.d.ts': DTS.replaceAll('Base', 'Root'),
    }),
    extendsBase(
      'export equals of a namespace',
      'sdk',
      sdk(
        { types: 'i.d.ts' },
        {
          'i.d.ts':
            'declare namespace sdk { interface Module { execute(): void } class Base implements Module { execute(): void } }\nexport = sdk;',
        },
      ),
    ),
    extendsBase(
      'a constant of the type of a mixin',
      'sdk',
      sdk(
        { types: 'i.d.ts' },
        {
          'i.d.ts':
            "import type { Module } from './m.js';\nexport declare const Base: { new (): Module; x: number } & (new () => Disposable);",
        },
      ),
    ),
    extendsBase(
      'a constant of a named constructor type',
      'sdk',
      sdk(
        { types: 'i.d.ts' },
        {
          'i.d.ts':
            "import type { Module } from './m.js';\ninterface BaseConstructor { new (): Module }\nexport declare const Base: BaseConstructor;",
        },
      ),
    ),
    extendsBase(
      'a default export of declarations',
      'sdk',
      sdk(
        { types: 'i.d.ts' },
        {
          'i.d.ts':
            'declare const _default: typeof Root;\ndeclare class Root implements Module { }\nexport { _default as Base };',
        },
      ),
    ),
    extendsBase(
      'a class of a declared namespace merged with it',
      'sdk',
      sdk(
        { types: 'i.d.ts' },
        { 'i.d.ts': 'export interface Base extends Module {}\nexport declare class Base {}' },
      ),
    ),
    extendsBase('that is not installed', 'sdk', {}, '', unresolved),
    extendsBase('in a folder above', 'sdk', {
      '/node_modules/sdk/package.json': json({ name: 'sdk', types: 'i.d.ts' }),
      '/node_modules/sdk/i.d.ts': DTS,
    }),
    extendsBase('behind a link, as package managers make them', 'sdk', {
      'node_modules/sdk': { link: '.pnpm/sdk@1/node_modules/sdk' },
      'node_modules/.pnpm/sdk@1/node_modules/sdk/package.json': json({ name: 'sdk', types: 'i.d.ts' }),
      'node_modules/.pnpm/sdk@1/node_modules/sdk/i.d.ts':
        "import { Root } from 'core-sdk';\nexport declare class Base extends Root {}",
      'node_modules/.pnpm/sdk@1/node_modules/core-sdk/index.d.ts': DTS.replaceAll('Base', 'Root'),
    }),
    extendsBase('the own package by its name', 'own/base', {
      'package.json': json({ name: 'own', exports: { './base': './lib/base.ts' } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('package imports', '#base', {
      'package.json': json({ name: 'own', imports: { '#base': './lib/base.ts' } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('a pattern of package imports', '#lib/base', {
      'package.json': json({ name: 'own', imports: { '#lib/*': './lib/*.ts' } }),
      'lib/base.ts': BASE,
    }),
    extendsBase('package imports with conditions', '#base', {
      'package.json': json({
        name: 'own',
        imports: { '#base': { browser: './b.ts', default: './lib/base.ts' } },
      }),
      'lib/base.ts': BASE,
      'b.ts': 'export class Base {}',
    }),
    extendsBase(
      'package imports that lead nowhere',
      '#base',
      { 'package.json': json({ name: 'own', imports: {} }) },
      '',
      unresolved,
    ),
    {
      title: 'a base class that is the interface',
      whole: true,
      source: "import { Module } from 'sdk'\nexport class A extends Module { execute() {} }",
      modules: 'A',
    },
    {
      title: 'export equals of a class',
      whole: true,
      source: "import Base = require('sdk')\nexport class A extends Base { execute() {} }",
      files: sdk(
        { types: 'i.d.ts' },
        { 'i.d.ts': 'declare class Base implements Module { execute(): void }\nexport = Base;' },
      ),
      modules: 'A',
    },
    {
      title: 'export equals of a class by default import',
      whole: true,
      source: "import Base from 'sdk'\nexport class A extends Base { execute() {} }",
      files: sdk(
        { types: 'i.d.ts' },
        {
          'i.d.ts':
            'declare class Base implements Module { execute(): void }\ndeclare namespace Base { type X = 1 }\nexport = Base;',
        },
      ),
      modules: 'A',
    },
    {
      title: 'an ambient module declaration of the project',
      whole: true,
      source: "import { Base } from 'virtual:sdk'\nexport class A extends Base { execute() {} }",
      files: { 'env.d.ts': "declare module 'virtual:sdk' { export class Base implements Module {} }" },
      modules: '',
      problems: unresolved,
    },
  ])
})

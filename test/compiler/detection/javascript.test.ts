import { describe } from 'vitest'
import { type Detection, detects } from './detect.ts'

describe('types in JavaScript', () => {
  const js = (title: string, source: string, modules: string, more: Partial<Detection> = {}): Detection => ({
    title,
    file: 'extensions/subject.js',
    whole: true,
    source,
    modules,
    ...more,
  })
  detects([
    js('@implements', '/** @implements {Module} */\nexport class A { execute() {} }', 'A'),
    js(
      '@implements among other tags',
      '/**\n * Pings.\n * @public\n * @implements {Module}\n */\nexport class A { execute() {} }',
      'A',
    ),
    js(
      '@implements with type arguments',
      '/** @implements {Module<{ a: string }, number>} */\nexport class A { execute() {} }',
      'A',
    ),
    js(
      '@implements with an import type',
      "/** @implements {import('unplugin-module-registry/runtime').Module} */\nexport class A { execute() {} }",
      'A',
    ),
    js(
      '@implements with an import type and arguments',
      "/** @implements {import('x').Module<1>} */\nexport class A { execute() {} }",
      'A',
    ),
    js(
      '@implements several times',
      '/**\n * @implements {Disposable}\n * @implements {Module}\n */\nexport class A { execute() {} }',
      'A',
    ),
    js(
      '@implements of a typedef',
      "/** @typedef {import('sdk').Module} Tool */\n/** @implements {Tool} */\nexport class A { execute() {} }",
      'A',
    ),
    js(
      '@implements of an @import',
      "/** @import { Module as M } from 'sdk' */\n/** @implements {M} */\nexport class A { execute() {} }",
      'A',
    ),
    js(
      '@implements of another type',
      '/** @implements {Iterable<Module>} */\nexport class A { execute() {} }',
      '',
    ),
    js('@implements without braces', '/** @implements Module */\nexport class A { execute() {} }', 'A'),
    js('@implements in a plain comment', '/* @implements {Module} */\nexport class A { execute() {} }', ''),
    js(
      '@implements on another class',
      '/** @implements {Module} */\nclass B {}\nexport class A { execute() {} }',
      '',
      { problems: '2:7  MODULE_NOT_EXPORTED' },
    ),
    js(
      '@extends of a base class',
      '/** @implements {Module} */\nclass Base { execute() {} }\n/** @extends {Base<string>} */\nexport class A extends Base {}',
      'A',
    ),
    js('no tag at all', 'export class A { execute() {} }', ''),
    js('a default class', '/** @implements {Module} */\nexport default class { execute() {} }', 'default'),
    js('a class expression', '/** @implements {Module} */\nexport const A = class { execute() {} }', 'A'),
    js('@type on a constant', '/** @type {Module} */\nexport const a = { execute() {} }', 'a'),
    js(
      '@type with an import type',
      "/** @type {import('x').Module} */\nexport const a = { execute() {} }",
      'a',
    ),
    js('@satisfies on a constant', '/** @satisfies {Module} */\nexport const a = { execute() {} }', 'a'),
    js('@type on a default export', '/** @type {Module} */\nexport default { execute() {} }', 'default'),
    js(
      '@type of a typedef',
      "/** @typedef {import('x').Module<1>} Tool */\n/** @type {Tool} */\nexport const a = { execute() {} }",
      'a',
    ),
    js(
      '@typedef of a name that is known',
      '/** @typedef {Module<1>} Tool */\n/** @implements {Tool} */\nexport class A { execute() {} }',
      'A',
    ),
    js(
      '@import of a namespace',
      "/** @import * as sdk from 'sdk' */\n/** @implements {sdk.Module} */\nexport class A { execute() {} }",
      'A',
    ),
    js(
      '@import on several lines',
      "/**\n * @import {\n *   Other,\n *   Module as M,\n * } from 'sdk'\n */\n/** @implements {M} */\nexport class A { execute() {} }",
      'A',
    ),
    js('@type of an array', '/** @type {Module[]} */\nexport const a = []', ''),
    js('@type of a union', '/** @type {Module | undefined} */\nexport const a = undefined', ''),
    js('@type of a nullable', '/** @type {?Module} */\nexport const a = null', ''),
    js('a tag in TypeScript', '/** @implements {Module} */\nexport class A { execute() {} }', '', {
      file: 'extensions/subject.ts',
    }),
  ])
})

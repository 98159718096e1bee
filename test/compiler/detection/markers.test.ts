import { describe } from 'vitest'
import { detects } from './detect.ts'

const RUNTIME = 'unplugin-module-registry/runtime'
const body = '{ execute() {} }'
const importMarker = `import { multiClass, type Module } from '${RUNTIME}'\n`

describe('the marker as a decorator', () => {
  detects([
    {
      title: 'called',
      whole: true,
      source: `${importMarker}@multiClass() export class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'not called',
      whole: true,
      source: `${importMarker}@multiClass export class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'behind export',
      whole: true,
      source: `${importMarker}export @multiClass class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'behind export default',
      whole: true,
      source: `${importMarker}export default @multiClass() class A implements Module ${body}`,
      modules: 'A as default (marked)',
    },
    {
      title: 'in parentheses',
      whole: true,
      source: `${importMarker}@(multiClass()) export class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'in parentheses, called outside',
      whole: true,
      source: `${importMarker}@(multiClass)() export class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'among others',
      whole: true,
      source: `${importMarker}@logged({ a: [1] }) @multiClass() @(x.y)\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'on a line of its own with a comment behind',
      whole: true,
      source: `${importMarker}@multiClass() // why\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'under another name',
      whole: true,
      source: `import { multiClass as many, type Module } from '${RUNTIME}'\n@many export class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'through a namespace',
      whole: true,
      source: `import * as r from '${RUNTIME}'\n@r.multiClass() export class A implements r.Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'from a factory package',
      whole: true,
      source: `import { multiClass, Module } from 'apcore-js'\n@multiClass() export class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'on a class expression',
      whole: true,
      source: `${importMarker}export const A = @multiClass() class implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'on an abstract class in the same file',
      whole: true,
      source: `${importMarker}@multiClass() abstract class B implements Module { abstract execute(): void }\nexport class A extends B ${body}`,
      modules: 'A',
    },
    {
      title: 'from another package',
      whole: true,
      source: `import { multiClass } from 'elsewhere'\nimport { Module } from '${RUNTIME}'\n@multiClass() export class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'declared in the file itself',
      source: `function multiClass() { return () => {} }\n@multiClass() export class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'on a method',
      whole: true,
      source: `${importMarker}export class A implements Module { @multiClass() execute() {} }`,
      modules: 'A',
    },
    {
      title: 'imported and not used',
      whole: true,
      source: `${importMarker}export class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'only another decorator with that text in it',
      whole: true,
      source: `${importMarker}@named('multiClass') export class A implements Module ${body}`,
      modules: 'A',
    },
  ])
})

describe('the marker as a member or a comment', () => {
  detects([
    {
      title: 'static readonly',
      source: 'export class A implements Module { static readonly multiClass = true; execute() {} }',
      modules: 'A (marked)',
    },
    {
      title: 'static, as const',
      source: 'export class A implements Module { static multiClass = true as const; execute() {} }',
      modules: 'A (marked)',
    },
    {
      title: 'static with a string name',
      source: "export class A implements Module { static 'multiClass' = true; execute() {} }",
      modules: 'A (marked)',
    },
    {
      title: 'static with a type',
      source:
        'export class A implements Module { public static readonly multiClass: boolean = true; execute() {} }',
      modules: 'A (marked)',
    },
    {
      title: 'static and false',
      source: 'export class A implements Module { static readonly multiClass = false; execute() {} }',
      modules: 'A',
    },
    {
      title: 'static and not known',
      source: 'export class A implements Module { static readonly multiClass = !0; execute() {} }',
      modules: 'A',
    },
    {
      title: 'not static',
      source: 'export class A implements Module { multiClass = true; execute() {} }',
      modules: 'A',
    },
    {
      title: 'private by name',
      source: 'export class A implements Module { static #multiClass = true; execute() {} }',
      modules: 'A',
    },
    {
      title: 'a tag on the class',
      source: `/**\n * Does.\n * @multiClass\n */\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag in one line',
      source: `/** @multiClass */ export class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag with words behind',
      source: `/** @multiClass - each gets an ID */\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag behind others',
      source: `/**\n * @public @beta\n * @multiClass\n */\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag with a longer name',
      source: `/** @multiClassy */\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a tag in running text',
      source: `/** Not a @multiClass file. */\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a tag in a link',
      source: `/** See {@multiClass}. */\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a tag in a plain comment',
      source: `/* @multiClass */\n// @multiClass\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a tag between decorators and class',
      source: `@logged()\n/** @multiClass */\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag on an exported constant',
      source: `/** @multiClass */\nexport const A = class implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag on another class',
      source: `/** @multiClass */\nexport class B {}\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a tag before the first statement',
      whole: true,
      source: `/** @multiClass */\nimport type { Module } from '${RUNTIME}'\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag in a licence comment',
      whole: true,
      source: `/*! licence */\n/**\n * @license MIT\n * @multiClass\n */\nimport type { Module } from '${RUNTIME}'\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag behind a shebang',
      whole: true,
      source: `#!/usr/bin/env node\n/** @multiClass */\nimport type { Module } from '${RUNTIME}'\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag behind a directive',
      whole: true,
      source: `'use strict'\n/** @multiClass */\nimport type { Module } from '${RUNTIME}'\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a tag before a directive',
      whole: true,
      source: `/** @multiClass */\n'use strict'\nimport type { Module } from '${RUNTIME}'\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag with CRLF',
      source: `/**\r\n * @multiClass\r\n */\r\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
    {
      title: 'a tag before the first class of a file without imports',
      whole: true,
      source: `/** @multiClass */\nexport class A implements Module ${body}`,
      modules: 'A (marked)',
    },
  ])
})

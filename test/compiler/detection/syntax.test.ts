import { describe } from 'vitest'
import { detects } from './detect.ts'

const body = '{ execute() {} }'
const RUNTIME = 'unplugin-module-registry/runtime'

describe('syntax around a module class', () => {
  detects([
    {
      title: 'a byte-order mark',
      whole: true,
      source: `\ufeffimport { Module } from '${RUNTIME}'\nclass A implements Module ${body}`,
      modules: '',
      problems: '2:7  MODULE_NOT_EXPORTED',
    },
    {
      title: 'CRLF',
      whole: true,
      source: `import { Module } from '${RUNTIME}'\r\nclass A implements Module ${body}\r\nexport class B implements Module ${body}\r\n`,
      modules: 'B',
      problems: '2:7  MODULE_NOT_EXPORTED',
    },
    {
      title: 'CR alone',
      whole: true,
      source: `import { Module } from '${RUNTIME}'\rclass A implements Module ${body}\r`,
      modules: '',
      problems: '2:7  MODULE_NOT_EXPORTED',
    },
    {
      title: 'tabs',
      source: `\t\tclass A implements Module ${body}`,
      modules: '',
      problems: '2:9  MODULE_NOT_EXPORTED',
    },
    {
      title: 'a shebang',
      whole: true,
      source: `#!/usr/bin/env node\nimport { Module } from '${RUNTIME}'\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'decorators on everything',
      source: `@a @b.c() @d({ e: class {} }) export class A implements Module {\n@f g = 1; @h() accessor i = 2; @j static k = 3; constructor(@l m?: 1) {} @n() execute(@o p?: 2) {} @q get r() { return 1 } @s static { } }`,
      modules: 'A',
      problems: '',
    },
    {
      title: 'accessors',
      source:
        'export class A implements Module { accessor a = 1; static accessor b = 2; declare c: 3; #d = 4; execute() { return #d in this } }',
      modules: 'A',
    },
    {
      title: 'computed and odd member names',
      source:
        "export class A implements Module { [Symbol.iterator]() {} ['x' + 1] = 1; 'a-b' = 2; 3 = 4; get = 5; set = 6; static = 7; async = 8; execute() {} }",
      modules: 'A',
    },
    {
      title: 'static blocks',
      source:
        'export class A implements Module { static { class B implements Module { execute() {} } } execute() {} }',
      modules: 'A',
    },
    {
      title: 'override and index signatures',
      source:
        'class B { x() {} }\nexport class A extends B implements Module { [key: string]: any; override x() {} execute() {} }',
      modules: 'A',
    },
    {
      title: 'variance and const type parameters',
      source:
        'export class A<in out T extends object = {}, const U = 1> implements Module<T, U> { execute() { return null! } }',
      modules: 'A',
    },
    {
      title: 'a generator and async methods',
      source: 'export class A implements Module { async *execute() { yield* [] } }',
      modules: 'A',
    },
    {
      title: 'import attributes',
      source: `import data from './d.json' with { type: 'json' }\nexport class A implements Module { data = data; execute() {} }`,
      modules: 'A',
    },
    {
      title: 'import defer',
      source: `import defer * as x from './x.ts'\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a regular expression with braces and quotes',
      source: `export const r = /[{"'\`]\\/}/g\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'templates with templates in them',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
      source: 'export const t = `a${`b${{ c: `}` }.c}`}`\nexport class A implements Module { execute() {} }',
      modules: 'A',
    },
    {
      title: 'class in strings',
      source: "export const s = 'export class A implements Module { execute() {} }'",
      modules: '',
    },
    {
      title: 'class in templates',
      source: 'export const s = `\nexport class A implements Module { execute() {} }\n`',
      modules: '',
    },
    {
      title: 'class in comments',
      source:
        '/* export class A implements Module { execute() {} } */\n// export class B implements Module { execute() {} }\nexport {}',
      modules: '',
    },
    {
      title: 'class as a property name',
      source: 'export const o = { class: 1, implements: 2, Module: 3 }',
      modules: '',
    },
    {
      title: 'an enum and a namespace merged',
      source: `enum E { A }\nnamespace E { export class B implements Module ${body} }\nexport { E }`,
      modules: '',
    },
    {
      title: 'a class and a namespace merged',
      source: `export class A implements Module ${body}\nexport namespace A { export interface In { a: 1 } }`,
      modules: 'A',
    },
    {
      title: 'a namespace and a class merged',
      source: `export namespace A { export type In = 1 }\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a function and a namespace merged',
      source: `export function A() {}\nexport namespace A { export class B implements Module ${body} }`,
      modules: '',
    },
    {
      title: 'a type of the same name',
      source: `export class A implements Module ${body}\nexport type B = A`,
      modules: 'A',
    },
    {
      title: 'a class named like the interface',
      whole: true,
      source: `import type * as r from '${RUNTIME}'\nexport class Module implements r.Module ${body}`,
      modules: 'Module',
    },
    {
      title: 'a class named like the interface that implements nothing',
      whole: true,
      source: `export class Module ${body}`,
      modules: '',
    },
    {
      title: 'a class that extends a local class named like the interface',
      whole: true,
      source: `class Module ${body}\nexport class A extends Module {}`,
      modules: 'A',
    },
    {
      title: 'a class that extends an imported one named like the interface',
      whole: true,
      source: `import { Module } from 'x'\nexport class A extends Module ${body}`,
      modules: 'A',
    },
    {
      title: 'unicode names',
      source: `export class Größe implements Module ${body}\nexport class 加法 implements Module ${body}`,
      modules: 'Größe, 加法',
    },
    { title: 'escaped names', source: `export class \\u0041b implements Module ${body}`, modules: 'Ab' },
    {
      title: 'names of object members',
      source: `export class constructor implements Module ${body}\nexport class __proto__ implements Module ${body}\nexport class toString implements Module ${body}\nexport class hasOwnProperty implements Module ${body}`,
      modules: 'constructor, __proto__, toString, hasOwnProperty',
    },
    {
      title: 'names of contextual keywords',
      source: `export class type implements Module ${body}\nexport class of implements Module ${body}\nexport class async implements Module ${body}`,
      modules: 'type, of, async',
    },
    {
      title: 'a dollar name',
      source: `export class $ implements Module ${body}\nexport class _ implements Module ${body}`,
      modules: '$, _',
    },
    {
      title: 'JSX in .tsx',
      file: 'extensions/subject.tsx',
      options: { fileExtensions: ['.tsx'] },
      source: `export class A implements Module { execute() { return <a b="}">{'{'}</a> } }`,
      modules: 'A',
    },
    {
      title: 'JSX in .js',
      file: 'extensions/subject.js',
      whole: true,
      source: `/** @implements {Module} */\nexport class A { execute() { return <a b="}">it's {1}</a> } }`,
      modules: 'A',
    },
    {
      title: 'generics that look like JSX in .ts',
      source: `export const f = <T>(x: T) => x\nexport const g = <any>f\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'Flow annotations in .js',
      file: 'extensions/subject.js',
      whole: true,
      source: `// @flow\n/** @implements {Module} */\nexport class A { x: number = 1; execute() {} }`,
      modules: 'A',
    },
    {
      title: 'a very long line',
      source: `export const x = '${'a'.repeat(200_000)}'; export class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a deeply nested expression',
      source: `export const x = ${'('.repeat(300)}1${')'.repeat(300)}\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a long chain of operators',
      source: `export const x = ${Array(5000).fill('1').join(' + ')}\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'top-level await',
      source: `const x = await import('y')\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    {
      title: 'a label and a with statement',
      source: `loop: for (;;) { break loop }\nexport class A implements Module ${body}`,
      modules: 'A',
    },
    { title: 'nothing at all', whole: true, source: '', modules: '' },
  ])
})

describe('syntax errors', () => {
  detects([
    {
      title: 'an unbalanced bracket',
      source: 'export class A implements Module { execute() {}',
      modules: '',
      problems: '2:48  PARSE_ERROR',
    },
    {
      title: 'an unterminated string',
      source: "export class A implements Module { x = 'abc\n execute() {} }",
      modules: '',
      problems: '2:44  PARSE_ERROR',
    },
    {
      title: 'an unterminated template',
      source: 'export class A implements Module { execute() { return `abc } }',
      modules: '',
      problems: '2:63  PARSE_ERROR',
    },
    {
      title: 'an unterminated comment',
      source: 'export class A implements Module { execute() {} } /* abc',
      modules: '',
      problems: '2:57  PARSE_ERROR',
    },
    {
      title: 'an unterminated regular expression',
      source: 'export class A implements Module { execute() { return /abc } }',
      modules: '',
      problems: '2:55  PARSE_ERROR',
    },
    {
      title: 'a broken head',
      source: 'export class A implements Module = { execute() {} }',
      modules: '',
      problems: '2:34  PARSE_ERROR',
    },
    {
      title: 'a broken import',
      source: `import { a b } from 'c'\nexport class A implements Module ${body}`,
      modules: '',
      problems: '2:12  PARSE_ERROR',
    },
    {
      title: 'a merge conflict',
      source: `<<<<<<< ours\nexport class A implements Module ${body}\n=======\nexport class B implements Module ${body}\n>>>>>>> theirs`,
      modules: '',
      problems: '2:1  PARSE_ERROR',
    },
    {
      title: 'an error in a body is left to the bundler',
      source: 'export class A implements Module { execute() { return 1 + ; } }',
      modules: 'A',
    },
    {
      title: 'an error in a file that cannot hold a module is left to the bundler',
      whole: true,
      source: 'export const x = [',
      modules: '',
    },
    {
      title: 'a null character',
      source: `export class A implements Module ${body}\u0000`,
      modules: '',
      problems: '2:50  PARSE_ERROR',
    },
    {
      title: 'a second byte-order mark',
      source: `\ufeff\ufeffexport class A implements Module ${body}`,
      modules: 'A',
    },
  ])
})

import { describe } from 'vitest'
import { folds } from './fold.ts'

describe('names of the same file', () => {
  folds([
    { title: 'a constant', before: `const a = 'x'`, of: 'a + a', value: 'xx' },
    { title: 'a constant of constants', before: `const b = [1]\nconst a = { b }`, of: 'a.b[0]', value: 1 },
    {
      title: 'a constant in a namespace',
      before: `namespace n { export const a = 1; export namespace m { export const b = a + 1 } }`,
      of: '[n.a, n.m.b]',
      value: [1, 2],
    },
    { title: 'an alias', before: `namespace n { export const a = 1 }\nimport b = n.a`, of: 'b', value: 1 },
    { title: 'let', before: `let a = 'x'`, of: 'a', unknowable: '"a" is no constant @ subject.ts:4:20' },
    { title: 'var', before: `var a = 'x'`, of: 'a', unknowable: '"a" is no constant @ subject.ts:4:20' },
    {
      title: 'a pattern',
      before: `const { a } = { a: 1 }`,
      of: 'a',
      unknowable: '"a" is no constant @ subject.ts:4:20',
    },
    {
      title: 'declare const',
      before: `declare const a: 'x'`,
      of: 'a',
      unknowable: '"a" has no value that is written down @ subject.ts:4:20',
    },
    {
      title: 'a function',
      before: `function a() {}`,
      of: 'a',
      unknowable: '"a" is a function, which has no constant value @ subject.ts:4:20',
    },
    {
      title: 'a type',
      before: `type a = 1`,
      of: 'a',
      unknowable: '"a" is known at run time only @ subject.ts:4:20',
    },
    {
      title: 'the place is where the reason is',
      before: `const a = { b: f() }`,
      of: 'a.b',
      unknowable: 'the function call `f()` is not run @ subject.ts:2:16',
    },
  ])
})

describe('enums', () => {
  folds([
    {
      title: 'numbers that count',
      before: 'enum E { A, B = 5, C }',
      of: '[E.A, E.B, E.C, E[5]]',
      value: [0, 5, 6, 'B'],
    },
    { title: 'texts', before: `const enum E { A = 'a', B = \`b\` }`, of: 'E.A + E.B', value: 'ab' },
    {
      title: 'expressions and members',
      before: `const base = 2\nenum E { A = base * 2, B = A + 1, C = E.A | 1, D = 'x' + 'y' }`,
      of: '[E.A, E.B, E.C, E.D]',
      value: [4, 5, 5, 'xy'],
    },
    { title: 'a quoted member', before: `enum E { 'a-b' = 1 }`, of: `E['a-b']`, value: 1 },
    {
      title: 'several declarations',
      before: `enum E { A = 1 }\nenum E { B = 4, C }`,
      of: '[E.A, E.B, E.C]',
      value: [1, 4, 5],
    },
    { title: 'as an object', before: `enum E { A = 1, B = 'b' }`, of: 'E', value: { 1: 'A', A: 1, B: 'b' } },
    {
      title: 'a member without a value',
      before: `enum E { A = 'a', B }`,
      of: 'E.A',
      unknowable: 'the member "B" of the enum has no constant value @ subject.ts:2:6',
    },
    {
      title: 'a computed member',
      before: `enum E { A = f() }`,
      of: 'E.A',
      unknowable: 'the function call `f()` is not run @ subject.ts:2:14',
    },
    {
      title: 'declare enum',
      before: 'declare enum E { A = 1 }',
      of: 'E.A',
      unknowable: 'the enum "E" is declared elsewhere @ subject.ts:2:14',
    },
  ])
})

describe('names of other files', () => {
  const files = {
    'lib/a.ts': `import { B } from './b'\nexport const a = 'a' + B\nexport default { from: 'a' }\nexport enum Level { Low, High }\nexport let changing = 1\nexport const call = make()`,
    'lib/b.ts': `export const B = 'b'\nexport const unused = 1`,
    'lib/index.ts': `export * from './a'\nexport { default as whole, a as renamed } from './a'\nexport * as b from './b'`,
    'lib/round.ts': `export * from './trip'`,
    'lib/trip.ts': `export * from './round'\nimport { two } from './cycle'\nexport const one: string = two`,
    'lib/cycle.ts': `import { one } from './trip'\nexport const two: string = one`,
  }
  folds([
    { title: 'an import', files, before: `import { a } from '../lib/a'`, of: 'a', value: 'ab' },
    { title: 'a default import', files, before: `import x from '../lib/a'`, of: 'x.from', value: 'a' },
    {
      title: 'a namespace',
      files,
      before: `import * as x from '../lib/a'`,
      of: '[x.a, x.default.from, x.Level.High]',
      value: ['ab', 'a', 1],
    },
    {
      title: 'a barrel',
      files,
      before: `import { a, renamed, whole, b, Level as L } from '../lib'`,
      of: '[a, renamed, whole.from, b.B, L.High]',
      value: ['ab', 'ab', 'a', 'b', 1],
    },
    {
      title: 'an alias of the tsconfig',
      files: { ...files, 'tsconfig.json': `{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }` },
      before: `import { a } from '@/a'`,
      of: 'a',
      value: 'ab',
    },
    {
      title: 'a mutable export',
      files,
      before: `import { changing } from '../lib/a'`,
      of: 'changing',
      unknowable: '"changing" is no constant @ subject.ts:4:20',
    },
    {
      title: 'a computed export',
      files,
      before: `import { call } from '../lib'`,
      of: 'call',
      unknowable: `the function call \`make()\` is not run @ lib/a.ts:6:21`,
    },
    {
      title: 'a cycle of constants',
      files,
      before: `import { one } from '../lib/trip'`,
      of: 'one',
      unknowable: '"one" depends on itself @ lib/cycle.ts:2:28',
    },
    {
      title: 'a cycle of barrels',
      files,
      before: `import { nothing } from '../lib/round'`,
      of: 'nothing',
      unknowable: '"nothing" is not found, or leads back to itself @ subject.ts:4:20',
    },
    {
      title: 'a file that is not there',
      before: `import { a } from './gone'`,
      of: 'a',
      unknowable: '"./gone" was not found @ subject.ts:4:20',
    },
    {
      title: 'a module of Node',
      before: `import { sep } from 'node:path'`,
      of: 'sep',
      unknowable: '"node:path" is a module of Node, and known at run time only @ subject.ts:4:20',
    },
    {
      title: 'a package',
      files: {
        'node_modules/kit/package.json': '{ "name": "kit", "types": "index.ts" }',
        'node_modules/kit/index.ts': 'export const a = 1',
      },
      before: `import { a } from 'kit'`,
      of: 'a',
      unknowable:
        '"a" comes from the package "kit", and packages are not read for constants @ subject.ts:4:20',
    },
  ])
})

describe('what is changed', () => {
  const changed = (name: string, place: string) =>
    `"${name}" is changed here, so it is no constant @ subject.ts:${place}`
  const passed = (name: string, place: string) =>
    `"${name}" is handed out here, to code that may change it @ subject.ts:${place}`
  folds([
    {
      title: 'by a method',
      before: 'const a: number[] = []; a.push(1)',
      of: 'a',
      unknowable: changed('a', '2:25'),
    },
    {
      title: 'by an assignment',
      before: 'const a = { b: 1 }; a.b = 2',
      of: 'a.b',
      value: undefined,
      unknowable: changed('a', '2:21'),
    },
    {
      title: 'by an increment, deep inside',
      before: 'const a = { b: { c: 1 } }\nfunction f() { a.b.c++ }',
      of: 'a',
      unknowable: changed('a', '3:16'),
    },
    {
      title: 'by delete',
      before: 'const a: any = { b: 1 }; delete a.b',
      of: 'a',
      unknowable: changed('a', '2:33'),
    },
    {
      title: 'by a pattern',
      before: 'const a = { b: 1 };\n[a.b] = [2]',
      of: 'a',
      unknowable: changed('a', '3:2'),
    },
    {
      title: 'by Object.assign',
      before: 'const a = { b: 1 }; Object.assign(a, { c: 1 })',
      of: 'a',
      unknowable: changed('a', '2:35'),
    },
    {
      title: 'under another name',
      before: 'const a = { b: { c: 1 } }; const d = a.b; d.c = 2',
      of: 'a',
      unknowable: changed('a', '2:43'),
    },
    {
      title: 'in a loop',
      before: 'const a = [{ b: 1 }]; for (const c of a) c.b = 2',
      of: 'a',
      unknowable: changed('a', '2:42'),
    },
    {
      title: 'in a callback',
      before: 'const a = [{ b: 1 }]; a.forEach((c) => { c.b = 2 })',
      of: 'a',
      unknowable: changed('a', '2:42'),
    },
    {
      title: 'through what holds it',
      before: 'const a = [1]; const b = { a }; b.a.sort()',
      of: 'a',
      unknowable: changed('a', '2:33'),
    },
    {
      title: 'through a cast',
      before: 'const a = [1] as const; (a as any).push(2)',
      of: 'a',
      unknowable: changed('a', '2:25'),
    },
    {
      title: 'by whoever gets it',
      before: 'const a = [1]; fill(a)',
      of: 'a',
      unknowable: passed('a', '2:21'),
    },
    {
      title: 'by whoever gets it from a function',
      before: 'const a = [1]; const give = () => a',
      of: 'a',
      unknowable: passed('a', '2:35'),
    },
    {
      title: 'by its own method',
      before: 'const a = { b: 1, set() { this.b = 2 } }; a.set()',
      of: 'a.b',
      unknowable: changed('a', '2:43'),
    },
    {
      title: 'an import',
      files: { 'lib/a.ts': 'export const a = [1]' },
      before: `import { a } from '../lib/a'\na.push(2)`,
      of: 'a',
      unknowable: changed('a', '3:1'),
    },
    {
      title: 'in its own file',
      files: { 'lib/a.ts': 'export const a = [1]\na.push(2)' },
      before: `import { a } from '../lib/a'`,
      of: 'a',
      unknowable: '"a" is changed here, so it is no constant @ lib/a.ts:2:1',
    },
    {
      title: 'an enum',
      before: 'enum E { A = 1 }\nconst b: any = E; b.A = 2',
      of: 'E.A',
      unknowable: changed('E', '3:19'),
    },
    { title: 'not a text', before: `const a = 'x'; f(a)`, of: 'a', value: 'x' },
    {
      title: 'not what is only looked at',
      before: `const a = [1, 2]; a.includes(1); a[0]; console.log(a); JSON.stringify(a); for (const b of a) f(b)`,
      of: 'a.length',
      value: 2,
    },
    { title: 'not what is frozen', before: `const a = Object.freeze([1]); f(a)`, of: 'a', value: [1] },
    {
      title: 'not another of the same name',
      before: `const a = [1]; function f(a: number[]) { a.push(1) }\nfunction g() { const a = []; a.push(1) }`,
      of: 'a',
      value: [1],
    },
    {
      title: 'not one that is called like a member',
      before: `const a = [1]; function f(x: any) { x.a = 2; return { a: x } }`,
      of: 'a',
      value: [1],
    },
  ])
})

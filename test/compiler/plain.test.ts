/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are sources */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOfPlain, parseFile } from '../../src/compiler/parse/file-facts.ts'
import { readPlain } from '../../src/compiler/parse/plain/read-plain.ts'
import { fileMeaning } from '../support/file-meaning.ts'
import { filesBelow } from '../support/imports.ts'

const root = resolveRoot()
const settings = { markerPackages: ['unplugin-module-registry/runtime'] }

function resolveRoot(): string {
  return join(import.meta.dirname, '../..')
}

/**
 * What is wrong with how a text is read without the compiler; nothing when it is not plain. Errors inside of bodies
 * are left to the bundler, so what the compiler makes of a file behind such an error says nothing.
 */
function wrong(path: string, text: string): string | undefined {
  const plain = factsOfPlain(path, text, settings)
  if (plain === undefined) return undefined
  const whole = parseFile(path, text, settings, true)
  if (fileMeaning(plain) === fileMeaning(whole)) return undefined
  if (whole.syntaxError !== undefined) {
    const { line, column } = whole.syntaxError.range
    const at = whole.lineStarts[line - 1]! + column - 1
    const bodies = readPlain(path, text, false, (file) => file.bodies) ?? []
    if (bodies.some(({ start, end }) => at >= start && at <= end)) return undefined
  }
  return `${whole.syntaxError?.reason ?? 'other facts'}\n${text}`
}

const plain = {
  'imports of every kind':
    "import 'a'\nimport b, { c as d, type E, default as f } from 'b'\nimport * as g from 'g'\nimport type { H } from 'h'\nimport type I from 'i'\nimport { type } from 'j'",
  'exports of every kind':
    "export { a, b as default, type C } from 'a'\nexport * from 'b'\nexport * as d from 'd'\nexport type { E } from 'e'\nconst f = 1\nexport { f }\nexport default f",
  'a module with metadata':
    "import { Type } from '@sinclair/typebox'\nimport type { Module } from 'apcore-js'\n/** Adds. */\nexport class Add implements Module {\n  static readonly kind: string = 'sum' as const\n  readonly description = `Adds \\`two\\` numbers`\n  inputSchema = Type.Object({ a: Type.Number({ minimum: -1 }), 'b-c': Type.Optional(Type.String()) })\n  tags = ['a', ...['b'], x ? 'c' : \"d\\n\"] satisfies string[]\n  #cache = new Map<string, Promise<number[]>>()\n  constructor(private readonly a = 1, b?: { c: string }) { a.c() }\n  get name(): string { return 'add' }\n  get other() { const a = 1; return a }\n  static { b() }\n  async *execute<T>({ a, ...b }: Inputs, [c]: T[] = []): Promise<Record<string, unknown>> { return /[}/]/.test(a) }\n}",
  'heritage of every kind':
    'abstract class A<T extends { a: 1 } = B> extends ns.B<T, C[]> implements D, e.F<G> {}\nclass H extends mix(A, { b: 1 }) {}\ninterface I<T> extends D, J<T> { new (a: string): K; (): void; readonly a?: string; b<T>(c: T): asserts c is D; [key: string]: unknown; get d(): E }',
  'types of every kind':
    "type A<T> = T extends (infer U)[] ? U : never\ntype B = | 'a' | -1 | `a${string}` | typeof c.d\ntype C = { readonly [K in keyof B as `x${K}`]?: B[K] } & (D | undefined)\ntype E = abstract new (...a: any[]) => F\ntype G = [a: string, b?: number, ...rest: H[]]\ntype I = ({ a }: B, b: (c: D) => void) => a is string\ntype J = Readonly<K>['l'][]",
  constants:
    "export const a = 0x1f, b: Record<string, number> = { c: 1e3, ['d']: 2n, e() { return 1 }, get f() { return 2 }, async g() {}, a, ...b }\nlet h = (a, b) => a + b * 2 ** 3 - (b as number)\nvar { i, j: [k] } = l ?? m!.n?.[0]?.(1)\nexport default defineModule({ execute: async (x: string): Promise<void> => { x } })",
  'functions and statements':
    "'use strict'\nexport async function a<T>(b: T, ...c: string[]): Promise<T> { if (b) { return `${'}'}` } }\nfunction d(): void\nexport default function* () {}\nA.tags = ['b']\nregister(A, typeof b, !c, -d, void 0)\n;[1, , 2].forEach((e) => e)",
  'lines that end without a semicolon':
    "class A {\n  a = 'b'\n  c\n  d = x\n    .y()\n    .z\n  'e' = 1\n  static\n  f() {}\n}".replace(
      'static\n  f',
      'f',
    ),
  'markers in comments and members':
    "/** @multiClass */\nimport type { Module } from 'unplugin-module-registry/runtime'\n/** multiClass */\nexport class A implements Module { static readonly multiClass = true; execute() { return { multiClass: true } } }\nexport const multiClass = 1",
  'marker decorators':
    "import { type Module, multiClass } from 'unplugin-module-registry/runtime'\n@multiClass()\nexport class A implements Module { execute() {} }\n/** Says. */\n@multiClass /** More. */\nexport abstract class B {}\n@multiClass() export default class {}",
  'marker decorators under other names, among others':
    "import { multiClass as many } from 'unplugin-module-registry/runtime'\nimport { logged } from './logged'\n@logged() @many @logged\nclass A { execute() { logged() } }\n@logged class B extends A { tags = ['a'] }\nexport { A as default, B }",
  'the marker in a place of its own':
    "import { multiClass } from 'unplugin-module-registry/runtime'\nimport type { Module } from 'unplugin-module-registry/runtime'\n@multiClass() export class A implements Module { execute() {} }",
  'an import of the marker that nobody uses':
    "import { multiClass, type Module } from 'unplugin-module-registry/runtime'\nexport class A implements Module { execute() {} }",
  'a first line for the shell': "#!/usr/bin/env node\nimport 'a'",
  'declarations of another file':
    'export declare class A<T> extends B<T> { private a; protected constructor(b: string); static c<D>(d: D): void }\nexport declare const e: F\ndeclare function g(): h.I\nexport {}',
}

const notPlain = {
  'decorators with arguments': '@a(1) class B {}',
  'decorators behind other words': 'export @a class B {}',
  'decorators of members': 'class A { @a b = 1 }',
  enums: 'enum A { B }',
  namespaces: 'namespace A {}',
  'a marker in a body':
    "import { multiClass } from 'unplugin-module-registry/runtime'\nfunction f() { return @multiClass class {} }",
  'a marker in an expression':
    "import { multiClass } from 'unplugin-module-registry/runtime'\nconst A = multiClass(class {})",
  'a marker that a comment names, too':
    "// multiClass\nimport { multiClass } from 'unplugin-module-registry/runtime'\n@multiClass class A {}",
  'a marker in a namespace':
    "import * as r from 'unplugin-module-registry/runtime'\n@r.multiClass class A {}",
  'other letters': 'const ä = 1',
  'escapes in names': 'const \\u0061 = 1',
  'comparisons that may be calls': 'const a = b < c[d]',
  'tagged templates': 'const a = b`c`',
  labels: 'a: for (;;) {}',
  'arrow functions that may be conditions': 'const a = b ? (c) : d => e',
  'operators that do not mix': 'const a = b ?? c || d',
  'what waits': 'const a = await b',
  'errors of syntax': 'class A { a = }',
  'classes without a name': 'class {}',
  'marks of conflicts': '<<<<<<< HEAD\nclass A {}',
  'octal numbers': 'const a = 017',
  'strings without an end': "const a = 'b",
}

describe('reading a file without the compiler', () => {
  it.each(Object.entries(plain))('is done for %s', (_, text) => {
    expect(factsOfPlain('/a.ts', text, settings)).toBeDefined()
    expect(wrong('/a.ts', text)).toBeUndefined()
  })

  it.each(Object.entries(notPlain))('is not done for %s', (_, text) => {
    expect(factsOfPlain('/a.ts', text, settings)).toBeUndefined()
  })

  it('is not done for JSX, nor for types in JavaScript', () => {
    expect(factsOfPlain('/a.tsx', 'export class A {}', settings)).toBeUndefined()
    expect(factsOfPlain('/a.js', 'export const a: string = 1', settings)).toBeUndefined()
    expect(factsOfPlain('/a.js', 'export class A {}', settings)).toBeDefined()
  })

  it('is done for most of the files that people write modules in', () => {
    const files = [join(root, 'test/fixtures'), join(root, 'playground/extensions')].flatMap((folder) =>
      filesBelow(folder, '.ts', '.js'),
    )
    const done = files.filter(
      (file) => factsOfPlain(file, readFileSync(file, 'utf8'), settings) !== undefined,
    )
    expect(files.length).toBeGreaterThan(100)
    expect(done.length / files.length).toBeGreaterThan(0.8)
  })

  it('is done for most of this project, and right', () => {
    const files = filesBelow(join(root, 'src/compiler'), '.ts')
    const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
    const done = texts.filter(([file, text]) => factsOfPlain(file, text, settings) !== undefined)
    expect(done.length / files.length).toBeGreaterThan(0.6)
    const bad = done.filter(([file, text]) => wrong(file, text) !== undefined)
    expect(bad.map(([file]) => relative(root, file))).toEqual([])
  })
})

/** Signs and words that turn a text into one that is almost valid. */
const pieces = (
  '( ) { } [ ] ; , < > = => ? : . ... ! | & + - * / % ~ ^ @ # \\ ` ${ // /* */ ?? || && ?. ** ++ -- << >> >= <= == ' +
  'as async static get set type class function new extends implements readonly const let var in is of typeof export ' +
  'default import from abstract declare interface keyof infer asserts this super satisfies enum namespace public ' +
  'override accessor void constructor return await yield delete instanceof null true x 1 0x1 .5 1. 1n "s" \'s\' /x/'
).split(' ')

/** Changes that bring a text a little out of order, each by a place between 0 and 1. */
const mutation = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  what: fc.constantFrom('insert', 'delete', 'replace', 'double', 'break'),
  piece: fc.constantFrom(...pieces, '\n', '\r', '\u2028'),
})

function mutated(
  text: string,
  { place, what, piece }: typeof mutation extends fc.Arbitrary<infer T> ? T : never,
) {
  const tokens = text.match(/\w+|\s+|[^\w\s]/g) ?? []
  const index = Math.floor(place * tokens.length)
  if (what === 'insert') tokens.splice(index, 0, ` ${piece} `)
  else if (what === 'delete') tokens.splice(index, 1)
  else if (what === 'replace') tokens.splice(index, 1, piece)
  else if (what === 'double') tokens.splice(index, 0, tokens[index] ?? '')
  else tokens.splice(index, 0, '\n')
  return tokens.join('')
}

const { statement } = fc.letrec<{ type: string; value: string; member: string; statement: string }>((tie) => {
  const name = fc.constantFrom(...'a b A get static type async x description tags of'.split(' '))
  const key = fc.oneof(name, fc.constantFrom("'k'", '1', "['c']", '#p', 'constructor', 'new', 'class'))
  const end = fc.constantFrom('', ';', '\n', '\n', ' // c\n')
  const type = tie('type')
  const value = tie('value')
  const parameters = fc.constantFrom(
    '()',
    '(a)',
    '(a: b, c = 1)',
    '({ a }, ...b)',
    '(private a?: string)',
    '(a, )',
  )
  const result = fc.oneof(
    fc.constant(''),
    type.map((one) => `: ${one}`),
  )
  const body = fc.constantFrom(
    '{}',
    '{ return 1 }',
    "{ return '}' }",
    '{ this.a = 1 }',
    '{ if (a) { b } }',
    '{ return x; y }',
  )
  const modifier = fc.constantFrom(
    '',
    '',
    'static ',
    'readonly ',
    'async ',
    'get ',
    'set ',
    'private ',
    '* ',
    'declare ',
  )
  return {
    type: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        'string',
        'A',
        "'a'",
        'a.b.C',
        'this',
        '-1',
        'typeof a',
        'void',
        'unique symbol',
        '{ new (): A }',
      ),
      type.map((one) => `${one}[]`),
      fc.tuple(type, type).map(([a, b]) => `${a} | ${b}`),
      fc.tuple(type, type).map(([a, b]) => `A<${a}, ${b}>`),
      fc.tuple(type, type).map(([a, b]) => `(a: ${a}) => ${b}`),
      fc.tuple(type, type, type).map(([a, b, c]) => `${a} extends ${b} ? ${c} : never`),
      fc.tuple(type, type).map(([a, b]) => `{ a: ${a}; b?(): ${b}, [c: string]: ${a} }`),
      type.map((one) => `(${one})`),
      fc.tuple(type, type).map(([a, b]) => `[${a}, b?: ${b}]`),
      type.map((one) => `Readonly<${one}> & keyof A`),
    ),
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        '1',
        "'a'",
        '`b`',
        'x',
        'true',
        'null',
        'this',
        '/r/g',
        '-1',
        'a.b',
        'new A()',
        '`a${b}c`',
        '2n',
        '[,]',
      ),
      fc.tuple(value, value).map(([a, b]) => `[${a}, ...${b}]`),
      fc.tuple(key, value).map(([a, b]) => `{ ${a}: ${b} }`),
      fc.tuple(key, parameters, body).map(([a, b, c]) => `{ ${a}${b} ${c}, x }`),
      fc.tuple(value, value).map(([a, b]) => `f.g(${a}, ${b})`),
      fc
        .tuple(value, fc.constantFrom('+', '&&', '??', '||', '*', '**', '===', 'in', '>', ',', '='), value)
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
      fc.tuple(value, value, value).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
      fc.tuple(value, type).map(([a, b]) => `${a} as ${b}`),
      fc.tuple(value, type).map(([a, b]) => `(${a} satisfies ${b})`),
      fc.tuple(parameters, result, value).map(([a, b, c]) => `${a}${b} => ${c}`),
      fc.tuple(parameters, body).map(([a, b]) => `async ${a} => ${b}`),
      fc
        .tuple(value, fc.constantFrom('!', '?.a', '[0]', '()', '.b', '<A>()', '++'))
        .map(([a, b]) => `${a}${b}`),
      fc.array(tie('member'), { maxLength: 2 }).map((members) => `class { ${members.join(' ')} }`),
    ),
    member: fc.oneof(
      fc.tuple(modifier, key, result, value, end).map(([a, b, c, d, e]) => `${a}${b}${c} = ${d}${e}`),
      fc.tuple(modifier, key, parameters, result, body).map(([a, b, c, d, e]) => `${a}${b}${c}${d} ${e}`),
      fc.tuple(key, fc.constantFrom('?', '!', ''), result, end).map((parts) => parts.join('')),
      fc.tuple(parameters, body).map(([a, b]) => `constructor${a} ${b}`),
      body.map((one) => `static ${one}`),
    ),
    statement: fc.oneof(
      fc
        .tuple(
          fc.constantFrom(
            ...['', 'export ', 'export default ', '/** d */ export ', 'export abstract '],
            ...[
              '@mm9 ',
              '@mm9()\n/** d */ export ',
              '@a() @mm9 export default ',
              '@mm9() abstract ',
              'export @mm9 ',
            ],
          ),
          fc.constantFrom(
            '',
            ' extends B',
            ' extends f(a)<b>',
            ' implements C, D<E>',
            ' extends B<c> implements C',
          ),
          fc.array(tie('member'), { maxLength: 4 }),
        )
        .map(([start, heritage, members]) => `${start}class A${heritage} {\n${members.join('\n')}\n}`),
      fc.tuple(fc.constantFrom('', 'export '), name, result, value, end).map((parts) => {
        const [start, one, annotation, initial, last] = parts
        return `${start}const ${one}${annotation} = ${initial}${last}`
      }),
      fc.tuple(name, type).map(([one, written]) => `export type ${one}<T> = ${written}`),
      type.map((one) => `interface I extends J<${one}> { a: ${one}\n b(): ${one} }`),
      fc.tuple(parameters, result, body).map(([a, b, c]) => `export function f${a}${b} ${c}`),
      value.map((one) => `export default ${one}`),
      value.map((one) => `a.b = ${one}`),
      value,
      fc.constantFrom(
        "import { a, type B } from 'c'",
        "export * from 'd'",
        "import * as e from 'f'",
        'export { a as b }',
        "import { multiClass as mm9, type D } from 'unplugin-module-registry/runtime'",
        "import { multiClass } from 'unplugin-module-registry/runtime'",
      ),
    ),
  }
})

describe('random texts', () => {
  const runs = Number(process.env.FUZZ_STEPS ?? 3000)

  it('are read as by the compiler, or not at all, in order and out of order', { timeout: 110_000 }, () => {
    let decided = 0
    fc.assert(
      fc.property(
        fc.array(statement, { minLength: 1, maxLength: 4 }),
        fc.array(mutation, { maxLength: 3 }),
        (statements, mutations) => {
          const text = mutations.reduce(mutated, statements.join('\n'))
          if (factsOfPlain('/a.ts', text, settings) !== undefined) decided++
          expect(wrong('/a.ts', text)).toBeUndefined()
        },
      ),
      { numRuns: runs },
    )
    expect(decided / runs).toBeGreaterThan(0.1)
  })

  it('of real files out of order are read as by the compiler, or not at all', { timeout: 110_000 }, () => {
    const texts = filesBelow(join(root, 'test/fixtures'), '.ts')
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.length < 3000)
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(mutation, { minLength: 1, maxLength: 2 }),
        (text, mutations) => {
          expect(wrong('/a.ts', mutations.reduce(mutated, text))).toBeUndefined()
        },
      ),
      { numRuns: runs },
    )
  })
})

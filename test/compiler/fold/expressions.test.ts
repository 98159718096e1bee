/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are sources */
import { describe, expect, it } from 'vitest'
import { folds } from './fold.ts'

describe('literals', () => {
  folds([
    { title: 'a text', of: `'it\\'s "quoted"\\n'`, value: `it's "quoted"\n` },
    { title: 'a template without expressions', of: '`a\\u{1F600}b`', value: 'a😀b' },
    { title: 'a lone surrogate', of: `'a\\uD800'`, value: 'a\uD800' },
    {
      title: 'numbers in every notation',
      of: '[0x10, 0b11, 0o17, 1e3, .5, 1_000]',
      value: [16, 3, 15, 1000, 0.5, 1000],
    },
    { title: 'booleans and null', of: '[true, false, null]', value: [true, false, null] },
    { title: 'undefined is left out of objects', of: '{ a: undefined, b: void 0, c: 1 }', value: { c: 1 } },
    {
      title: 'undefined in a list',
      of: '[1, undefined]',
      unknowable: 'a list holds undefined, which is no plain data @ subject.ts:4:14',
    },
    {
      title: 'a hole in a list',
      of: '[1, , 2]',
      unknowable: 'a list holds undefined, which is no plain data @ subject.ts:4:14',
    },
    { title: 'NaN', of: 'NaN', unknowable: 'NaN is no plain data @ subject.ts:4:14' },
    { title: 'a number beyond all', of: '1e999', unknowable: 'Infinity is no plain data @ subject.ts:4:14' },
    { title: 'a bigint', of: '12n', unknowable: 'a bigint is no plain data @ subject.ts:4:14' },
    { title: 'a bigint in a text', of: '`${-12n}`', value: '-12' },
    {
      title: 'a regular expression',
      of: '/a/g',
      unknowable: 'a regular expression is no plain data @ subject.ts:4:14',
    },
  ])
})

describe('operators', () => {
  folds([
    { title: 'concatenation', of: `'a' + 1 + null + undefined + true`, value: 'a1nullundefinedtrue' },
    { title: 'arithmetic with precedence', of: '(1 + 2) * 3 - 2 ** 3 ** 0 % 5 / 4', value: 8.5 },
    {
      title: 'bits',
      of: '[~5, 6 & 3, 6 | 3, 6 ^ 3, 1 << 4, -8 >> 1, -1 >>> 28]',
      value: [-6, 2, 7, 5, 16, -4, 15],
    },
    { title: 'signs', of: `[-'3', +'4', - -1, +true]`, value: [-3, 4, 1, 1] },
    {
      title: 'comparisons',
      of: `[1 < 2, 'a' >= 'b', 1 === 1, 1 == '1', null != undefined]`,
      value: [true, false, true, true, false],
    },
    { title: 'conditions', of: `1 > 2 ? missing() : 'b'`, value: 'b' },
    { title: 'what is skipped is not asked', of: `[0 && f(), 1 || f(), 'x' ?? f()]`, value: [0, 1, 'x'] },
    { title: 'what is not skipped', of: `[1 && 2, 0 || 3, null ?? 4]`, value: [2, 3, 4] },
    {
      title: 'not, and typeof',
      of: `[!0, !'a', ![], typeof 'a', typeof null, typeof undefined]`,
      value: [true, false, false, 'string', 'object', 'undefined'],
    },
    {
      title: 'a list made a text',
      of: `'a' + [1]`,
      unknowable: 'an operator is given a list or an object @ subject.ts:4:20',
    },
    {
      title: 'an object in a template',
      of: '`${{}}`',
      unknowable: 'a list or an object is made a text @ subject.ts:4:23',
    },
    {
      title: 'arithmetic with bigints',
      of: '2n ** 1000000000n',
      unknowable: 'arithmetic with bigints is not evaluated @ subject.ts:4:20',
    },
    { title: 'comma', of: '(1, 2)', unknowable: '`,` has no constant value @ subject.ts:4:21' },
    {
      title: 'an assignment',
      of: '(globalThis.trace = 1)',
      unknowable: '`=` has no constant value @ subject.ts:4:21',
    },
    {
      title: 'hundreds of joined lines',
      of: Array.from({ length: 900 }, () => `'a'`).join(' +\n'),
      value: 'a'.repeat(900),
    },
  ])
})

describe('lists and objects', () => {
  folds([
    { title: 'spread', of: `[...[1, 2], ...[], { ...{ a: 1, b: 2 }, b: 3 }]`, value: [1, 2, { a: 1, b: 3 }] },
    {
      title: 'keys of every kind',
      of: `{ a: 1, 'b-c': 2, 3: 3, 0x10: 4, ['d' + 1]: 5, [1 + 1]: 6 }`,
      value: { a: 1, 'b-c': 2, 3: 3, 16: 4, d1: 5, 2: 6 },
    },
    { title: 'shorthand', before: 'const a = 1', of: '{ a }', value: { a: 1 } },
    {
      title: 'types around values',
      of: `({ a: <number>1, b: 'x' as const, c: (2)!, d: [3] satisfies number[] } as object)`,
      value: { a: 1, b: 'x', c: 2, d: [3] },
    },
    {
      title: 'access',
      of: `[{ a: { 'b c': 1 } }.a['b c'], [1, 2][1], [1].length, 'abc'.length, 'abc'[1]]`,
      value: [1, 2, 1, 3, 'b'],
    },
    {
      title: 'optional access',
      of: `[null?.a.b.c ?? 'n', ({ a: 1 })?.a, undefined?.['x'] ?? 'u']`,
      value: ['n', 1, 'u'],
    },
    { title: 'what is not there', of: `{ a: {}.missing, b: [][3] ?? 'none' }`, value: { b: 'none' } },
    { title: 'a getter that only returns', of: `{ get a() { return 1 + 1 } }`, value: { a: 2 } },
    {
      title: 'nothing is read off prototypes',
      of: `({}).constructor`,
      unknowable: '"constructor" is nothing that is written down @ subject.ts:4:20',
    },
    {
      title: 'nor off texts',
      of: `'a'.constructor`,
      unknowable: '"constructor" is nothing that is written down @ subject.ts:4:20',
    },
    {
      title: 'nor off __proto__',
      of: `({ a: 1 }).__proto__`,
      unknowable: '"__proto__" is nothing that is written down @ subject.ts:4:20',
    },
    {
      title: 'a property of null',
      of: `(null as any).a`,
      unknowable: '"a" is nothing that is written down @ subject.ts:4:20',
    },
    {
      title: 'a prototype that is set',
      of: `{ __proto__: { a: 1 } }`,
      unknowable: '`__proto__:` sets a prototype @ subject.ts:4:22',
    },
    {
      title: 'a method',
      of: `{ a() { return 1 } }`,
      unknowable: 'a function is no plain data @ subject.ts:4:14',
    },
    { title: 'a part that nobody asks for', of: `{ a: 1, b: f() }.a`, value: 1 },
    {
      title: 'a part that is asked for',
      of: `{ a: 1, b: f() }.b`,
      unknowable: 'the function call `f()` is not run @ subject.ts:4:31',
    },
    {
      title: 'a spread of something unknown hides what stands before it',
      of: `{ a: 1, ...f(), b: 2 }.b`,
      value: 2,
    },
    {
      title: 'a spread of something unknown may hold anything',
      of: `{ a: 1, ...f(), b: 2 }.a`,
      unknowable: 'the function call `f()` is not run @ subject.ts:4:31',
    },
    { title: 'Object.freeze', of: `Object.freeze({ a: Object.freeze([1]) })`, value: { a: [1] } },
    {
      title: 'another Object',
      before: 'const Object = { freeze: (x: unknown) => 2 }',
      of: `Object.freeze(1)`,
      unknowable: 'the function call `Object.freeze()` is not run @ subject.ts:4:20',
    },
  ])

  it('keeps `__proto__` as a key like any other, and no prototype changes', async () => {
    const { default: probe } = await import('./proto-probe.ts')
    const metadata = await probe(`{ ['__proto__']: { polluted: 1 }, ['constructor']: 2 }`)
    expect(Object.keys(metadata).sort()).toEqual(['__proto__', 'constructor'])
    expect(JSON.stringify(metadata)).toBe('{"__proto__":{"polluted":1},"constructor":2}')
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })
})

describe('what is never run', () => {
  folds([
    { title: 'a call', of: 'f.g(1)', unknowable: 'the function call `f.g()` is not run @ subject.ts:4:20' },
    {
      title: 'a call of a result',
      of: '(() => 1)()',
      unknowable: 'a function call is not run @ subject.ts:4:20',
    },
    {
      title: 'a method of a text',
      of: `'a'.toUpperCase()`,
      unknowable: 'the function call `toUpperCase()` is not run @ subject.ts:4:20',
    },
    {
      title: 'new',
      of: 'new Date(0)',
      unknowable: '`new Date` is a function call, which is not run @ subject.ts:4:20',
    },
    {
      title: 'a tagged template',
      of: 'String.raw`a`',
      unknowable: 'a tagged template is a function call, which is not run @ subject.ts:4:20',
    },
    { title: 'a function', of: '() => 1', unknowable: 'a function is no plain data @ subject.ts:4:14' },
    { title: 'a class', of: 'class {}', unknowable: 'a class has no constant value @ subject.ts:4:20' },
    {
      title: 'the environment',
      of: 'process.env.HOME',
      unknowable: '"process" is known at run time only @ subject.ts:4:20',
    },
    {
      title: 'import.meta',
      of: 'import.meta.url',
      unknowable: 'this expression has no constant value @ subject.ts:4:20',
    },
    {
      title: 'await',
      of: 'await f()',
      unknowable: '`await` waits for what is known at run time only @ subject.ts:4:20',
    },
    {
      title: 'a getter that does more',
      of: '{ get a() { trace(); return 1 } }',
      unknowable: 'a getter that does more than return is not run @ subject.ts:4:26',
    },
  ])
})

describe('limits', () => {
  const doubling = (first: string, next: (last: string) => string) =>
    [
      `const a0 = ${first}`,
      ...Array.from({ length: 40 }, (_, i) => `const a${i + 1} = ${next(`a${i}`)}`),
    ].join('\n')
  folds([
    {
      title: 'a text that doubles',
      before: doubling(`'x'`, (last) => `${last} + ${last}`),
      of: 'a40',
      unknowable: 'the text gets longer than 1000000 characters @ subject.ts:22:13',
    },
    {
      title: 'a list that doubles',
      before: doubling(`[1]`, (last) => `[...${last}, ...${last}]`),
      of: 'a40',
      unknowable: 'the list gets too long @ subject.ts:18:25',
    },
    {
      title: 'a value that is shared',
      before: doubling(`[1]`, (last) => `[${last}, ${last}]`),
      of: 'a40',
      unknowable: 'the value is too large @ subject.ts:44:14',
    },
    {
      title: 'a constant that is itself',
      before: 'const a = { b }\nconst b = [a]',
      of: 'b',
      unknowable: '"b" depends on itself @ subject.ts:2:13',
    },
    {
      title: 'nesting',
      of: `${'['.repeat(100)}1${']'.repeat(100)}`,
      unknowable: 'the expression is nested too deeply @ subject.ts:4:80',
    },
    {
      title: 'constants that follow each other without an end',
      before: Array.from({ length: 2000 }, (_, i) => `const a${i} = a${i + 1}`).join('\n'),
      of: 'a0',
      unknowable: 'it takes too many steps to find out @ subject.ts:300:14',
    },
  ])
})

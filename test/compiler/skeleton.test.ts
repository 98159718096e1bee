/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are sources */
import { describe, expect, it } from 'vitest'
import { skeletonOf } from '../../src/compiler/parse/skeleton/skeleton.ts'

/** Shows what is left of a text: what was blanked is `…`. */
function shown(text: string): string {
  const skeleton = skeletonOf(text)
  if (skeleton === undefined) return 'in doubt'
  let result = ''
  let from = 0
  for (const { start, end } of skeleton.bodies) {
    result += `${text.slice(from, start)}…`
    from = end
  }
  return result + text.slice(from)
}

const cases: Record<string, [string, string]> = {
  'methods, constructors, setters': [
    'class A { constructor(a) { a } run(x = {}) { if (x) { y } } set v(v) { v } }',
    'class A { constructor(a) {…} run(x = {}) {…} set v(v) {…} }',
  ],
  'methods with the type of their result': [
    'class A { a(): Promise<{ x: 1 }> { b } c(): { d: 1 } { e } f(): this is { g: 1 } { h } }',
    'class A { a(): Promise<{ x: 1 }> {…} c(): { d: 1 } {…} f(): this is { g: 1 } {…} }',
  ],
  'methods behind properties without semicolons': [
    "class A {\n  a = 'x'\n  b = cond ? (1) : { c: 1 }\n  d(): void { e }\n}",
    "class A {\n  a = 'x'\n  b = cond ? (1) : { c: 1 }\n  d(): void {…}\n}",
  ],
  'overloads and abstract methods': [
    'abstract class A {\n  a(): { b: 1 }\n  a(x?: 1): { b: 1 } { c }\n  abstract d(): E\n  f(): G { h }\n}',
    'abstract class A {\n  a(): { b: 1 }\n  a(x?: 1): { b: 1 } {…}\n  abstract d(): E\n  f(): G {…}\n}',
  ],
  'no getters': [
    "class A { get a() { return 'x' } get b(): T { return { c: 1 } } get() { d } get = 1 }",
    "class A { get a() { return 'x' } get b(): T { return { c: 1 } } get() {…} get = 1 }",
  ],
  'no objects and no types': [
    'class A { a = { b: 1 }; c: { d: 1 } = { d: 1 }; static e = [{ f: 1 }] } type T = { a: 1 }; interface I { b(): { c: 1 } }',
    'class A { a = { b: 1 }; c: { d: 1 } = { d: 1 }; static e = [{ f: 1 }] } type T = { a: 1 }; interface I { b(): { c: 1 } }',
  ],
  'static blocks, and members called static': [
    'class A { static { a } static() { b } static c = 1 }',
    'class A { static {…} static() {…} static c = 1 }',
  ],
  'functions and arrow functions': [
    'function a(): { b: 1 } { c } const d = async () => { e }; export default function* () { f }',
    'function a(): { b: 1 } {…} const d = async () => {…}; export default function* () {…}',
  ],
  'functions in calls and objects': [
    "new FunctionModule({ id: 'a', execute(x) { y }, other: (z) => { w }, schema: { type: 'object' } })",
    "new FunctionModule({ id: 'a', execute(x) {…}, other: (z) => {…}, schema: { type: 'object' } })",
  ],
  'class heads of every kind': [
    'class A extends mix(B, { c: 1 }) { d() { e } } class F<T extends { g: 1 }> extends H<{ i: 1 }> implements J<K, { l: 1 }> { m() { n } }',
    'class A extends mix(B, { c: 1 }) { d() {…} } class F<T extends { g: 1 }> extends H<{ i: 1 }> implements J<K, { l: 1 }> { m() {…} }',
  ],
  'classes in classes': [
    'class A extends class B { c() { d } } { e() { f } } const G = class extends A { h() { i } }',
    'class A extends class B { c() {…} } { e() {…} } const G = class extends A { h() {…} }',
  ],
  'members called class and function': [
    'const a = { class: { b: 1 }, function: { c: 1 } }; d.class; class E { class = { f: 1 }; class() { g } }',
    'const a = { class: { b: 1 }, function: { c: 1 } }; d.class; class E { class = { f: 1 }; class() {…} }',
  ],
  'braces in literals and comments': [
    "const a = '}'; /* } */ function b() { '}'; \"}\"; `}${`}${{ c: 1 }}`}`; /[}/]/; // }\n} class D {}",
    "const a = '}'; /* } */ function b() {…} class D {}",
  ],
  'regular expressions and divisions': [
    'const a = b / c / d; if (e) /{/.test(f); const g = (h) / 2; const i = [/{/, j! / 2, !/{/.test(k)]',
    'const a = b / c / d; if (e) /{/.test(f); const g = (h) / 2; const i = [/{/, j! / 2, !/{/.test(k)]',
  ],
  'blocks behind parentheses': [
    'if (a) { b } else { c } for (const d of e) { f } declare module "x" { interface G {} }',
    'if (a) {…} else { c } for (const d of e) {…} declare module "x" { interface G {} }',
  ],
  'a first line for the shell': [
    '#!/usr/bin/env node {\nfunction a() { b }',
    '#!/usr/bin/env node {\nfunction a() {…}',
  ],
  'decorators with arguments': [
    '@dec({ a: 1 }) class B { @c(() => { d }) e(): F { g } @h({ i: 1 }) j = 1 }',
    '@dec({ a: 1 }) class B { @c(() => {…}) e(): F {…} @h({ i: 1 }) j = 1 }',
  ],
}

const doubts: Record<string, string> = {
  'a bracket that is not closed': 'class A { b() { c( } }',
  'a brace too many': 'class A {} }',
  'a string without an end': "const a = 'b\nclass C {}",
  'a template without an end': 'const a = `b ${c}',
  'a comment without an end': 'class A {} /* b',
  'a conflict of version control': '<<<<<<< HEAD\nclass A {}\n=======\nclass B {}\n>>>>>>> b',
  'a slash behind a brace': 'const a = {} / 2',
  'an escape in a name': 'class \\u0041 {}',
  'a class that extends nothing': 'class A extends { b() { c } }',
}

describe('the skeleton of a text', () => {
  it.each(Object.entries(cases))('lacks bodies, and nothing else: %s', (_, [text, rest]) => {
    expect(shown(text)).toBe(rest)
  })

  it.each(Object.entries(doubts))('is not made up where there is a doubt: %s', (_, text) => {
    expect(skeletonOf(text)).toBeUndefined()
  })

  it('keeps every offset, line and column', () => {
    for (const end of ['\n', '\r\n', '\r', '\u2028']) {
      const text = ['class A {', '  a() {', '    b', '  } c = 1', '}', 'class D {}'].join(end)
      const skeleton = skeletonOf(text)!.text
      expect(skeleton).toHaveLength(text.length)
      const place = (all: string, what: string) => {
        const lines = all.slice(0, all.indexOf(what)).split(/\r\n|[\n\r\u2028]/)
        return [all.indexOf(what), lines.length, lines.at(-1)!.length]
      }
      for (const what of ['c = 1', 'class D']) expect(place(skeleton, what)).toEqual(place(text, what))
      expect(skeleton).not.toContain('b')
    }
  })
})

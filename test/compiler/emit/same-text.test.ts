import { describe, expect, it } from 'vitest'
import { renderDeclarations } from '../../../src/compiler/emit/declarations.ts'
import { renderRegistryFile } from '../../../src/compiler/emit/registry-file.ts'
import { sameText, withLineEndsOf } from '../../../src/compiler/emit/same-text.ts'
import { emitted } from './sample.ts'

const odd = emitted('odd', 'x y', 'class', { description: "It's\nodd." })
const add = emitted('math.add', 'Add', 'generic-class')
const declarations = renderDeclarations({ modules: [add, odd], path: 'types.d.ts' })
const file = renderRegistryFile({ modules: [add, odd], path: 'gen.ts', reservedWords: ['a', 'b'] })

/** As a formatter with other tastes prints both files. */
function reformat(text: string): string {
  return text
    .replace(/^(.*[\w)}'])$/gm, '$1;')
    .replace(/^( *\/?\*.*|\/\/.*|\{.*|\]'\));$/gm, '$1')
    .replaceAll("'odd':", 'odd:')
    .replaceAll(/'(import|\.\/[^']*|x y|unplugin[^']*|virtual[^']*)'/g, '"$1"')
    .replaceAll('typeof import("./extensions/odd.ts")[', '(typeof import("./extensions/odd.ts"))[')
    .replaceAll("['a', 'b']", '[\n    "a",\n    "b",\n  ]')
    .replaceAll('\n  ', '\n\t')
}

describe('sameText', () => {
  it('ignores line ends', () => {
    expect(sameText(declarations.replaceAll('\n', '\r\n'), declarations)).toBe(true)
    expect(sameText(file.replaceAll('\n', '\r\n'), file)).toBe(true)
  })

  it('ignores what a formatter changes', () => {
    for (const text of [declarations, file]) {
      expect(reformat(text)).not.toBe(text)
      expect(reformat(text)).not.toMatch(/;;/)
      expect(sameText(reformat(text), text)).toBe(true)
      expect(sameText(reformat(text).replaceAll('\n', '\r\n'), text)).toBe(true)
    }
  })

  it.each([
    ['an ID', 'math.add', 'math.ad'],
    ['a space in a description', 'odd."}', 'odd. "}'],
    ['a quote in a description', "It\\'s", 'Its'],
    ['a path', './extensions/odd.ts', './extensions/ odd.ts'],
    ['a word', 'ModuleMap', 'ModuleMaps'],
    ['a semicolon in a string', "'a'", "';'"],
  ])('sees %s that changed', (_, from, to) => {
    expect(file).toContain(from)
    expect(sameText(file.replaceAll(from, to), file)).toBe(false)
  })

  it('sees what is missing or broken', () => {
    expect(sameText('', file)).toBe(false)
    expect(sameText(file.slice(0, -40), file)).toBe(false)
    expect(sameText(file + declarations, file)).toBe(false)
    expect(sameText("'", file)).toBe(false)
  })

  it('copes with a large catalog', () => {
    const large = `f('${'ab\\\\"'.repeat(500_000)}')`
    expect(sameText(`${large};`, large)).toBe(true)
  })
})

describe('withLineEndsOf', () => {
  it('keeps those of the file, and takes LF for a new one', () => {
    expect(withLineEndsOf('a\nb\n', 'x\r\ny\r\n')).toBe('a\r\nb\r\n')
    expect(withLineEndsOf('a\nb\n', 'x\ny\n')).toBe('a\nb\n')
    expect(withLineEndsOf('a\nb\n', undefined)).toBe('a\nb\n')
  })
})

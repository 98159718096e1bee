import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawFrame } from '../../src/diagnostics/frame.ts'
import { ParseError, scanFile } from '../../src/index.ts'
import { memoryHost } from '../support/memory-host.ts'
import { compileOn } from '../support/project.ts'
import { awkwardProject, awkwardSources } from './awkward-project.ts'

const FILE = 'extensions/subject.ts'

/** Compiles a text among the files of the awkward project, and holds what comes out to what it promises. */
async function compileText(text: string, file = FILE): Promise<void> {
  const host = memoryHost({ ...awkwardProject, [file]: text })
  const compilation = await compileOn(host, { fileExtensions: ['.tsx', '.mts'] })
  for (const diagnostic of compilation.diagnostics) {
    if (diagnostic.file !== file || diagnostic.line === undefined) continue
    expect(diagnostic.column).toBeGreaterThan(0)
    expect(drawFrame(host.read(`${host.root}/${file}`), diagnostic)).toBe(diagnostic.frame)
    expect(diagnostic.frame).toBeDefined()
  }
  try {
    for (const descriptor of await scanFile(file, { root: host.root }, host)) {
      expect(descriptor.line).toBeGreaterThan(0)
      expect(descriptor.endColumn).toBeGreaterThan(descriptor.column)
      expect(typeof descriptor.name).toBe('string')
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    expect(error.details.frame).toBeDefined()
    expect(error.message).toContain(`${file}:`)
  }
}

/** Pieces that sources are made of. */
const token = fc.constantFrom(
  'class ',
  'export ',
  'default ',
  'implements ',
  'extends ',
  'Module',
  ' A',
  ' B',
  '{',
  '}',
  '(',
  ')',
  '<',
  '>',
  '[',
  ']',
  ';',
  ',',
  '.',
  '?.',
  '@',
  '@multiClass() ',
  '=',
  '=>',
  ':',
  "'",
  '"',
  '`',
  '${',
  '\\',
  '/',
  '//',
  '/*',
  '*/',
  '/** @multiClass */',
  '\n',
  '\r\n',
  '\t',
  ' ',
  'const ',
  'abstract ',
  'declare ',
  'namespace N ',
  'import ',
  'type ',
  'from ',
  "'./base'",
  'enum E ',
  'accessor ',
  'static ',
  'new ',
  'satisfies ',
  '#!',
  '#x',
  '\ufeff',
  '\0',
  '\u2028',
  '\ud800',
  '加',
  '/** @implements {Module} */',
  '/** @typedef {import("x").Y} Z */',
  '/** @import { X } from "y" */',
  'export =',
  '* as ',
  'constructor(',
  'this',
  'import.meta',
  '<div>',
  '</div>',
)

describe('the scanner never throws', () => {
  it('on any text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(text, (source) => compileText(`// class implements Module\n${source}`)),
      { numRuns: 150 },
    )
  })

  it('on any order of the pieces of sources', async () => {
    const source = fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(''))
    const file = fc.constantFrom(
      FILE,
      'extensions/subject.js',
      'extensions/subject.tsx',
      'extensions/subject.mts',
    )
    await fc.assert(
      fc.asyncProperty(source, file, (text, path) =>
        compileText(`class X implements Module {}\n${text}`, path),
      ),
      { numRuns: 400 },
    )
  })

  it('on sources with random edits', async () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(6),
      insert: fc.oneof(token, fc.constant('')),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...awkwardSources),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        (source, edits) => {
          const text = edits.reduce((before, { at, remove, insert }) => {
            const offset = Math.floor(at * before.length)
            return before.slice(0, offset) + insert + before.slice(offset + remove)
          }, source)
          return compileText(text)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('on sources that were cut off anywhere', async () => {
    const source = awkwardSources.reduce((a, b) => (a.length > b.length ? a : b))
    for (let end = 0; end <= source.length; end += 3) await compileText(source.slice(0, end))
  })

  it('on broken tsconfig and package files', async () => {
    const config = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom(
        'null',
        '[]',
        '{"extends":1}',
        '{"extends":[null]}',
        '{"references":{}}',
        '{"references":[{"path":1}]}',
        '{"references":[null]}',
        '{"compilerOptions":[]}',
        '{"compilerOptions":{"paths":{"@lib/*":"x"}}}',
        '{"compilerOptions":{"paths":{"**":["*/*"]}}}',
        '{"include":"x","exclude":7,"files":{}}',
        '{"exports":{"a":{}}}',
        '{"types":{}}',
        '{"main":7,"imports":[],"typesVersions":3}',
      ),
    )
    await fc.assert(
      fc.asyncProperty(config, config, async (tsconfig, pkg) => {
        const host = memoryHost({
          ...awkwardProject,
          'tsconfig.json': tsconfig,
          'package.json': pkg,
          'node_modules/sdk/package.json': pkg,
        })
        await compileOn(host)
      }),
      { numRuns: 100 },
    )
  })

  it('on very deep nesting and very large files', async () => {
    const deep = (open: string, close: string, n: number) => open.repeat(n) + close.repeat(n)
    await compileText(`export class A implements Module { x = ${deep('(', ')', 2000)} }`)
    await compileText(`export class A implements Module { x = ${deep('[', ']', 2000)} }`)
    await compileText(`export class A implements Module { x = ${deep('{a:', '}', 2000)} }`)
    await compileText(`export class A implements Module { x: ${deep('Array<', '>', 2000)} }`)
    await compileText(`export class A extends ${'a.'.repeat(3000)}b implements Module {}`)
    await compileText(
      `${'namespace a.b { '.repeat(300)}${'}'.repeat(300)}\nexport class A implements Module {}`,
    )
    await compileText(
      `export class A implements Module {}\n${'export const x = { a: [1, "two", `three`] }\n'.repeat(20_000)}`,
    )
  })

  it('on long chains of base classes and interfaces', async () => {
    const count = 500
    const classes = Array.from({ length: count }, (_, i) => `export class C${i} extends C${i + 1} {}`)
    const interfaces = Array.from({ length: count }, (_, i) => `interface I${i} extends I${i + 1} {}`)
    await compileText(
      [
        ...classes,
        `export class C${count} implements I0 {}`,
        ...interfaces,
        `interface I${count} extends Module {}`,
      ].join('\n'),
    )
  })
})

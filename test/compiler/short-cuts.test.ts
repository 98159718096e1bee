import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOfPlain, factsOfSkeleton, parseFile } from '../../src/compiler/parse/file-facts.ts'
import { fileMeaning } from '../support/file-meaning.ts'
import { filesBelow } from '../support/imports.ts'
import { memoryHost } from '../support/memory-host.ts'
import { entriesOf } from '../support/print.ts'
import { compileOn, IMPORT_MODULE } from '../support/project.ts'

const root = resolve(import.meta.dirname, '../..')
const settings = { markerPackages: ['unplugin-module-registry/runtime'] }

/** The ways around the whole parse, by what they are called here. */
const shortCuts = { plain: factsOfPlain, skeleton: factsOfSkeleton }

/** Which of the ways around the whole parse come to something else than it. */
function wrongShortCuts(path: string, text: string): string[] {
  const whole = fileMeaning(parseFile(path, text, settings, true))
  return Object.entries(shortCuts).flatMap(([name, read]) => {
    const facts = read(path, text, settings)
    return facts === undefined || fileMeaning(facts) === whole ? [] : [name]
  })
}

/** Real sources, of this project and of packages that ship theirs. */
const places: Record<string, RegExp> = {
  src: /\.ts$/,
  test: /\.ts$/,
  playground: /\.[jt]s$/,
  'node_modules/zod/src': /\.ts$/,
  'node_modules/zod/v4': /\.d\.ts$/,
  'node_modules/vite/types': /\.d\.ts$/,
  'node_modules/typebox/build': /\.mjs$/,
  'node_modules/@modelcontextprotocol/sdk/dist/esm': /\.js$/,
  'node_modules/fast-check/lib': /\.js$/,
  'node_modules/rollup/dist': /\.js$/,
}

describe('a way around parsing the whole text', () => {
  it.each(Object.entries(places))('changes nothing: %s', { timeout: 120_000 }, (folder, pattern) => {
    const at = join(root, folder)
    const files = existsSync(at) ? filesBelow(at, '').filter((file) => pattern.test(file)) : []
    const different = files.flatMap((file) =>
      wrongShortCuts(file, readFileSync(file, 'utf8')).map((name) => `${name}: ${relative(root, file)}`),
    )
    expect(different).toEqual([])
  })

  it('changes nothing in random classes', () => {
    const name = fc.constantFrom('A', 'B', 'limits', 'schema', 'x', 'get', 'static', 'class', 'description')
    const value = fc.constantFrom(
      "'}'",
      '{ a: 1 }',
      `[\`}$\{x}\`]`,
      '/[}]/g',
      '(x) => { x }',
      'x / 2',
      '1',
      'schema',
    )
    const body = fc.constantFrom(
      'return 1',
      'this.description = 1',
      'this.delete(x)',
      'Object.assign(this, x)',
      'A.tags = []',
      'schema.a = 2',
      'const s = this; s[x] = 1',
      "if (x) { return '}' } else { x++ }",
      `\`$\{\`}\`}\``,
      'limits.push(1)',
      '// }',
      'return { description: 1 }',
    )
    const type = fc.constantFrom(
      '',
      ': void',
      ': { a: 1 }',
      ': Promise<{ b: 2 }>',
      ': A[]',
      ': () => { c: 1 }',
    )
    const member = fc.oneof(
      fc.tuple(name, value).map(([one, initial]) => `${one} = ${initial}`),
      fc.tuple(name, type, body).map(([one, result, text]) => `${one}()${result} { ${text}\n}`),
      fc.tuple(name, body).map(([one, text]) => `get ${one}() { ${text}\n}`),
      fc.tuple(name, value).map(([one, initial]) => `static ${one} = ${initial};`),
      body.map((text) => `static { ${text}\n}`),
      body.map((text) => `constructor(x) { ${text}\n}`),
    )
    const statement = fc.oneof(
      fc
        .tuple(fc.constantFrom('', 'export ', 'export default '), fc.array(member, { maxLength: 5 }))
        .map(
          ([start, members]) =>
            `${start}class A extends B<{ a: 1 }> implements C {\n${members.join('\n')}\n}`,
        ),
      fc.tuple(name, value).map(([one, initial]) => `const ${one}_ = ${initial}`),
      fc.tuple(type, body).map(([result, text]) => `function f()${result} { ${text}\n}`),
      value.map((initial) => `export const schema = ${initial}`),
      fc
        .array(member, { maxLength: 3 })
        .map(
          (members) =>
            `export const A = class Inner extends class { ${members[0] ?? ''}\n} { ${members.join('\n')}\n}`,
        ),
      fc.constantFrom(
        'let other = schema',
        'let { a: part } = schema',
        'function g() { other.b = 1; part.c = 2 }',
      ),
      fc.constantFrom('for (const y of limits) { y.a = 1 }', 'limits.forEach((y) => { y.b = 2 })'),
      fc.constantFrom('const limits = [{}, 2]', 'if (x) { schema.b = 1 }', "import { x } from './x'"),
    )
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 6 }), (statements) => {
        const text = statements.join('\n')
        expect(wrongShortCuts('/a.ts', text)).toEqual([])
      }),
      { numRuns: Number(process.env.FUZZ_STEPS ?? 1000) },
    )
  })
})

describe('a class without a name', () => {
  it('is no name that is looked for in bodies', () => {
    const text = 'export class A extends class { b() { c() } } { d() {e()} }'
    expect(wrongShortCuts('/a.ts', text)).toEqual([])
    expect(factsOfPlain('/a.ts', text, settings)).toBeDefined()
  })
})

describe('a body that changes what a base class of another file says', () => {
  it('is heard', async () => {
    const host = memoryHost({
      'lib/base.ts': `${IMPORT_MODULE}export class Base implements Module {
        name = 'base'
        get metadata() { return { it: this.name } }
        execute() {}
      }`,
      'extensions/subject.ts': `import { Base } from '../lib/base'
      export class Subject extends Base {
        constructor() {
          super()
          this.name = 'other'
        }
      }`,
    })
    const [entry] = entriesOf(await compileOn(host))
    expect(entry?.metadata).toBeUndefined()
    expect(entry?.unresolved?.metadata?.reason).toBe('"name" is changed here, so it is no constant')
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIELD_NAMES } from '../../src/catalog/fields.ts'
import type { FileFacts, Scope } from '../../src/compiler/parse/facts.ts'
import { parseFile } from '../../src/compiler/parse/file-facts.ts'
import { filesBelow } from '../support/imports.ts'
import { memoryHost } from '../support/memory-host.ts'
import { entriesOf } from '../support/print.ts'
import { compileOn, IMPORT_MODULE } from '../support/project.ts'

const root = resolve(import.meta.dirname, '../..')
const settings = { markerPackages: ['unplugin-module-registry/runtime'] }

/** What a file says to others, as one text: changes count as far as anybody can ask for them. */
function meaning(path: string, text: string, whole: boolean): string {
  const facts = parseFile(path, text, settings, whole)
  const asked = new Set<string>()
  collectNames(facts.scope, asked)
  const changes = [...facts.changes].filter(([key]) => {
    const [, member] = /^\d+\.(.*)$/s.exec(key) ?? []
    return member === undefined
      ? asked.has(key)
      : member === '*' || (FIELD_NAMES as readonly string[]).includes(member)
  })
  // Which of several changes is shown does not matter.
  return print({ ...facts, changes: changes.map(([key, { how }]) => [key, how]) })
}

function print(facts: Omit<FileFacts, 'changes'> & { changes: unknown }): string {
  return JSON.stringify(facts, (key, value: unknown) =>
    key === 'parent' ? undefined : value instanceof Map ? [...value] : value,
  )
}

/** Constants whose values can be changed, classes, and all names in values. */
function collectNames(scope: Scope, names: Set<string>): void {
  for (const [name, value] of scope.values) {
    if (value.kind === 'namespace') collectNames(value.scope, names)
    if (value.kind === 'class') names.add(name)
    if (value.kind === 'variable' && value.variable.init.kind === 'class') names.add(name)
    const expression = value.kind === 'variable' ? value.variable.value : undefined
    if (
      expression !== undefined &&
      /^(?:array|object|call|new|member|name|conditional)$/.test(expression.kind)
    )
      names.add(name)
    const inside = value.kind === 'class' ? value.class.members : expression
    for (const [, mentioned] of JSON.stringify(inside ?? null).matchAll(/"kind":"name","name":"([^"]+)"/g)) {
      names.add(mentioned!)
    }
  }
}

/** Real sources, of this project and of packages that ship theirs. */
const places: Record<string, RegExp> = {
  src: /\.ts$/,
  test: /\.ts$/,
  playground: /\.[jt]s$/,
  'node_modules/zod/src': /\.ts$/,
  'node_modules/typebox/build': /\.mjs$/,
  'node_modules/@modelcontextprotocol/sdk/dist/esm': /\.js$/,
  'node_modules/fast-check/lib': /\.js$/,
  'node_modules/rollup/dist': /\.js$/,
}

describe('leaving bodies out of what is parsed', () => {
  it.each(Object.entries(places))('changes nothing: %s', { timeout: 120_000 }, (folder, pattern) => {
    const at = join(root, folder)
    const files = existsSync(at) ? filesBelow(at, '').filter((file) => pattern.test(file)) : []
    const different = files.filter((file) => {
      const text = readFileSync(file, 'utf8')
      return meaning(file, text, false) !== meaning(file, text, true)
    })
    expect(different.map((file) => relative(root, file))).toEqual([])
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
        expect(meaning('/a.ts', text, false)).toBe(meaning('/a.ts', text, true))
      }),
      { numRuns: Number(process.env.FUZZ_STEPS ?? 1000) },
    )
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

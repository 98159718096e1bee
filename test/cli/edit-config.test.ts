import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editConfig } from '../../src/cli/init/edit-config.ts'
import { JsonText } from '../../src/cli/init/edit-json.ts'
import { unifiedDiff } from '../../src/cli/init/unified-diff.ts'

const edit = (text: string, file = 'vite.config.ts', bundler = 'vite'): string => {
  const edited = editConfig(file, text, bundler)
  return edited.kind === 'edited' ? edited.text : edited.kind
}

/** The edit of a text, and that a second one finds nothing to do. */
const editTwice = (text: string, file?: string): string => {
  const once = edit(text, file)
  expect(edit(once, file)).toBe('present')
  return once
}

describe('the configuration of a bundler gets the plugin', () => {
  it('behind the plugins that are there, on lines of their own', () => {
    expect(
      editTwice(`import { defineConfig } from 'vite'
import vue from '@vitejs/plugin-vue'

// https://vite.dev/config/
export default defineConfig({
  plugins: [
    vue(),
    inspect({ build: true }), // last
  ],
})
`),
    ).toBe(`import { defineConfig } from 'vite'
import vue from '@vitejs/plugin-vue'
import moduleRegistry from 'unplugin-module-registry/vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [
    vue(),
    inspect({ build: true }), // last
    moduleRegistry(),
  ],
})
`)
  })

  it('on one line, with the quotes and semicolons of the file', () => {
    expect(
      editTwice(
        'import { defineConfig } from "vite";\nexport default defineConfig({ plugins: [react()] });\n',
      ),
    ).toBe(
      'import { defineConfig } from "vite";\nimport moduleRegistry from "unplugin-module-registry/vite";\nexport default defineConfig({ plugins: [react(), moduleRegistry()] });\n',
    )
  })

  it.each([
    ['an empty list', 'export default { plugins: [] }\n', 'export default { plugins: [moduleRegistry()] }\n'],
    ['an empty object', 'export default {}\n', 'export default { plugins: [moduleRegistry()] }\n'],
    [
      'no list',
      "export default {\n  base: '/app',\n}\n",
      "export default {\n  plugins: [moduleRegistry()],\n  base: '/app',\n}\n",
    ],
    [
      'a function',
      'export default defineConfig(({ mode }) => ({\n\tplugins: [a(mode)],\n}))\n',
      'export default defineConfig(({ mode }) => ({\n\tplugins: [a(mode), moduleRegistry()],\n}))\n',
    ],
    [
      'a function with a body',
      'export default defineConfig(async () => {\n  const a = await b()\n  return { plugins: [a] }\n})\n',
      'export default defineConfig(async () => {\n  const a = await b()\n  return { plugins: [a, moduleRegistry()] }\n})\n',
    ],
    [
      'a constant, and a list as a constant',
      'const plugins = [a()]\nconst config = { plugins } satisfies UserConfig\nexport default config\n',
      'const plugins = [a(), moduleRegistry()]\nconst config = { plugins } satisfies UserConfig\nexport default config\n',
    ],
    [
      'a list that is filtered',
      'export default { plugins: [a(), dev && b()].filter(Boolean) }\n',
      'export default { plugins: [a(), dev && b(), moduleRegistry()].filter(Boolean) }\n',
    ],
  ])('with %s', (_, text, expected) => {
    expect(editTwice(text)).toBe(`import moduleRegistry from 'unplugin-module-registry/vite'\n\n${expected}`)
  })

  it('in CommonJS, and under another name where that is taken', () => {
    expect(
      editTwice(
        "const { defineConfig } = require('rollup')\nmodule.exports = defineConfig({ plugins: [moduleRegistry] })\n",
        'rollup.config.cjs',
      ),
    ).toBe(
      "const { defineConfig } = require('rollup')\nconst moduleRegistryPlugin = require('unplugin-module-registry/vite')\nmodule.exports = defineConfig({ plugins: [moduleRegistry, moduleRegistryPlugin()] })\n",
    )
  })

  it('behind a comment that has the end of a line', () => {
    expect(
      editTwice("import a from 'a'\nexport default {\n  plugins: [\n    a() // first\n  ],\n}\n"),
    ).toContain('plugins: [\n    a(), // first\n    moduleRegistry()\n  ],\n')
  })

  it.each([
    [
      "/** @type {import('vite').UserConfig} */\nexport default {}\n",
      '',
      "/** @type {import('vite').UserConfig} */",
    ],
    ['#!/usr/bin/env node\n// license\n\nexport default {}\n', '#!/usr/bin/env node\n// license\n\n', ''],
  ])('without tearing a comment from what it is about: %j', (text, before, after) => {
    expect(editTwice(text)).toBe(
      `${before}import moduleRegistry from 'unplugin-module-registry/vite'\n\n${after === '' ? '' : `${after}\n`}export default { plugins: [moduleRegistry()] }\n`,
    )
  })

  it('behind directives', () => {
    expect(editTwice("'use strict'\nmodule.exports = {}\n", 'vite.config.cjs')).toBe(
      "'use strict'\nconst moduleRegistry = require('unplugin-module-registry/vite')\n\nmodule.exports = { plugins: [moduleRegistry()] }\n",
    )
  })

  it('with the line ends that it has', () => {
    expect(
      editTwice('import a from "a"\r\nexport default {\r\n  plugins: [\r\n    a()\r\n  ]\r\n}\r\n'),
    ).toBe(
      'import a from "a"\r\nimport moduleRegistry from "unplugin-module-registry/vite"\r\nexport default {\r\n  plugins: [\r\n    a(),\r\n    moduleRegistry()\r\n  ]\r\n}\r\n',
    )
  })

  it.each([
    [
      'two returns',
      'export default defineConfig(({ mode }) => {\n  if (mode) return {}\n  return { plugins: [] }\n})',
    ],
    ['a merge', 'export default mergeConfig(base, defineConfig({ plugins: [] }))'],
    ['a spread without a list', 'export default { ...base }'],
    ['a list that is chosen', 'export default { plugins: dev ? [a()] : [] }'],
    ['a list of configurations', 'export default [{ plugins: [] }, { plugins: [] }]'],
    ['an import', "export { default } from './base'"],
    ['a name of nothing', 'export default config'],
    ['a name of itself', 'const config = config\nexport default config'],
    ['a syntax error', 'export default {'],
    ['no export', 'build({ plugins: [] })'],
  ])('not, when it has %s', (_, text) => {
    expect(edit(text)).toBe('unknown')
  })
})

describe('a JSON text', () => {
  it('keeps its comments and its style when something is added', () => {
    const text =
      '{\n  // the app\n  "compilerOptions": {\n    "types": ["vite/client"], /* more */\n  },\n}\n'
    expect(new JsonText(text).withText('b', 'compilerOptions', 'types')).toBe(
      text.replace('["vite/client"]', '["vite/client", "b"]'),
    )
    expect(new JsonText('{\n  "a": {\n    "b": 1,\n    "d": 2\n  }\n}\n').withKey('c', '3', true, 'a')).toBe(
      '{\n  "a": {\n    "b": 1,\n    "c": 3,\n    "d": 2\n  }\n}\n',
    )
    expect(new JsonText('{}').withKey('c', '3', false)).toBe('{ "c": 3 }')
    expect(new JsonText('[1]').isObject).toBe(false)
    expect(new JsonText('{').isObject).toBe(false)
  })

  it('is valid afterwards, whatever it held', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
    fc.assert(
      fc.property(
        object,
        fc.constantFrom(0, 2, '\t'),
        fc.string(),
        fc.boolean(),
        (value, space, key, sorted) => {
          fc.pre(!Object.hasOwn(value, key) && key !== '__proto__' && !Object.hasOwn(value, '__proto__'))
          const before = JSON.stringify(value, null, space)
          const text = new JsonText(before).withKey(key, '[1]', sorted)
          expect(JSON.parse(text)).toEqual({ ...JSON.parse(before), [key]: [1] })
        },
      ),
    )
  })
})

describe('a unified diff', () => {
  it('shows what changes with the lines around it', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n')
    const after = before.replace('line 3', 'line three').replace('line 18\n', '')
    expect(unifiedDiff('a.txt', before, after)).toMatchInlineSnapshot(`
      "--- a/a.txt
      +++ b/a.txt
      @@ -1,6 +1,6 @@
       line 1
       line 2
      -line 3
      +line three
       line 4
       line 5
       line 6
      @@ -15,6 +15,5 @@
       line 15
       line 16
       line 17
      -line 18
       line 19
       line 20"
    `)
    expect(unifiedDiff('a.txt', undefined, 'one\ntwo\n')).toMatchInlineSnapshot(`
      "--- /dev/null
      +++ b/a.txt
      @@ -0,0 +1,2 @@
      +one
      +two"
    `)
    expect(unifiedDiff('a.txt', 'same', 'same')).toBe('')
  })

  it('gives the new text when it is applied to the old one', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const text = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('')
        fc.pre(text(before) !== text(after))
        expect(apply(unifiedDiff('x', text(before), text(after)), before)).toEqual(after)
      }),
    )
  })
})

/** Applies a diff, and holds its numbers of lines to what they say. */
function apply(diff: string, before: readonly string[]): string[] {
  const after: string[] = []
  let next = 0
  for (const hunk of diff.split(/^@@ /m).slice(1)) {
    const [head = '', ...lines] = hunk.replace(/\n$/, '').split('\n')
    const [, from, removed = '1', to, added = '1'] = /^-(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(head)!
    const start = Number(from) - (removed === '0' ? 0 : 1)
    after.push(...before.slice(next, start))
    expect(after.length).toBe(Number(to) - (added === '0' ? 0 : 1))
    expect(lines.filter((line) => line[0] !== '+').length).toBe(Number(removed))
    expect(lines.filter((line) => line[0] !== '-').length).toBe(Number(added))
    expect(lines.filter((line) => line[0] !== '+').map((line) => line.slice(1))).toEqual(
      before.slice(start, start + Number(removed)),
    )
    after.push(...lines.filter((line) => line[0] !== '-').map((line) => line.slice(1)))
    next = start + Number(removed)
  }
  return [...after, ...before.slice(next)]
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainFile } from '../../src/explain/explain-file.ts'
import type { Rule } from '../../src/explain/explanation.ts'
import { formatExplanation } from '../../src/explain/print.ts'
import type { Options } from '../../src/index.ts'
import { type MemoryFiles, memoryHost } from '../support/memory-host.ts'

const MODULE = 'export class Add implements Module {}\n'
const MANIFEST = '[plugin]\nname = "one"\nkind = "llm"\nentry_point = "plugin:One"\n'

/** What is printed about a file. */
async function textOf(file: string, files: MemoryFiles, options: Options = {}): Promise<string> {
  const all = { 'extensions/': '', ...files }
  return `\n${formatExplanation(await explainFile(file, { ...options, root: '/project' }, memoryHost(all)))}\n`
}

interface Case {
  readonly file: string
  readonly files?: MemoryFiles
  readonly options?: Options
  readonly text: string
}

/** For every rule a file that it leaves out. */
const cases: Record<Exclude<Rule, 'no-file'>, Case> = {
  missing: {
    file: 'extensions/mial/send.ts',
    files: { 'extensions/mail/send.ts': MODULE },
    text: `
extensions/mial/send.ts is not in the registry. There is no "extensions/mial".
  fix   Did you mean "extensions/mail"?
`,
  },
  folder: {
    file: 'extensions/mail',
    files: { 'extensions/mail/send.ts': MODULE },
    text: `
extensions/mail is not in the registry. It is a folder.
  fix   Ask about a file in it.
`,
  },
  outside: {
    file: 'src/add.ts',
    files: { 'src/add.ts': MODULE },
    text: `
src/add.ts is not in the registry. It lies outside of the extensions root
  "extensions".
  fix   Move it there, or add its folder to the option \`extensions\`.
`,
  },
  root: {
    file: 'Extensions/add.ts',
    files: { 'extensions/add.ts': MODULE, 'Extensions/add.ts': MODULE },
    options: {
      extensions: [
        { root: 'extensions', namespace: 'own' },
        { root: 'Extensions', namespace: 'own' },
      ],
    },
    text: `
Extensions/add.ts is not in the registry. The extensions root "Extensions" is
  not searched: The extensions roots Extensions and extensions share the
  namespace "own".
  fix   Give each root a \`namespace\` of its own: \`{ root, namespace }\`.
`,
  },
  dot: {
    file: 'extensions/.git/add.ts',
    files: { 'extensions/.git/add.ts': MODULE },
    text: `
extensions/.git/add.ts is not in the registry. The name of the folder
  "extensions/.git" starts with a dot, and such names are skipped.
  fix   Rename it to have it searched.
`,
  },
  underscore: {
    file: 'extensions/_add.ts',
    files: { 'extensions/_add.ts': MODULE },
    text: `
extensions/_add.ts is not in the registry. Its name starts with an underscore,
  and such names are skipped.
  fix   Rename it to have it searched.
`,
  },
  node_modules: {
    file: 'extensions/node_modules/add.ts',
    files: { 'extensions/node_modules/add.ts': MODULE },
    text: `
extensions/node_modules/add.ts is not in the registry. It lies in
  \`node_modules\`, which is never searched.
`,
  },
  declaration: {
    file: 'extensions/add.d.ts',
    files: { 'extensions/add.d.ts': MODULE },
    text: `
extensions/add.d.ts is not in the registry. It is a declaration file, and those
  hold types only.
`,
  },
  test: {
    file: 'extensions/add.test.ts',
    files: { 'extensions/add.test.ts': MODULE },
    text: `
extensions/add.test.ts is not in the registry. It is a test by its name, and
  tests are skipped.
  fix   Rename it to have it searched.
`,
  },
  pattern: {
    file: 'extensions/old/add.ts',
    files: { 'extensions/old/add.ts': MODULE },
    options: { skip: ['extensions/old'] },
    text: `
extensions/old/add.ts is not in the registry. The folder "extensions/old" fits
  the pattern "extensions/old" of the options.
  fix   Take the pattern out, or make it narrower.
`,
  },
  ignored: {
    file: 'plugins/dist/one/plugin.ts',
    files: { 'plugins/dist/one/plugin.ts': MODULE },
    text: `
plugins/dist/one/plugin.ts is not in the registry. Folders named "dist" are not
  searched for plugins.
`,
  },
  depth: {
    file: 'extensions/a/b/add.ts',
    files: { 'extensions/a/b/add.ts': MODULE },
    options: { maxDepth: 1 },
    text: `
extensions/a/b/add.ts is not in the registry. The folder "extensions/a/b" is
  deeper than 1 level of folders below its root.
  fix   Move it up, or raise the option \`maxDepth\`.
`,
  },
  link: {
    file: 'extensions/add.ts',
    files: { 'extensions/add.ts': { link: '/project/lib/add.ts' }, 'lib/add.ts': MODULE },
    text: `
extensions/add.ts is not in the registry. It is a symbolic link, and files are
  searched at their own place only.
  fix   Ask about what it leads to.
`,
  },
  output: {
    file: 'extensions/gen.ts',
    files: { 'extensions/gen.ts': MODULE },
    options: { output: 'extensions/gen.ts' },
    text: `
extensions/gen.ts is not in the registry. The plugin writes this file itself, so
  it is never searched for modules.
`,
  },
  extension: {
    file: 'extensions/add.tsx',
    files: { 'extensions/add.tsx': MODULE },
    text: `
extensions/add.tsx is not in the registry. The file extension ".tsx" is not
  among those that are searched: .ts, .js.
  fix   Set the option \`fileExtensions: ['.tsx']\`.
`,
  },
  unreadable: {
    file: 'extensions/add.ts',
    files: { 'extensions/add.ts': { refuses: 'EACCES' } },
    text: `
extensions/add.ts is not in the registry. It cannot be read: permission denied
  (EACCES).

  root  extensions

  1 further problem
    error UNREADABLE: extensions/add.ts cannot be read: permission denied
      (EACCES).
`,
  },
  text: {
    file: 'extensions/add.ts',
    files: { 'extensions/add.ts': 'export const add = 1\n' },
    text: `
extensions/add.ts is not in the registry. Its text cannot hold a module: there
  is no class that extends or implements something, no \`Module\`, and no factory
  of modules.

  root  extensions
`,
  },
  syntax: {
    file: 'extensions/add.ts',
    files: { 'extensions/add.ts': 'export class Add implements Module {\n' },
    text: `
extensions/add.ts is not in the registry. Syntax error: '}' expected.
  (TypeScript 6)

  root  extensions
`,
  },
  'no-module': {
    file: 'extensions/add.ts',
    files: { 'extensions/add.ts': "import { Base } from './gone.ts'\nexport class Add extends Base {}\n" },
    text: `
extensions/add.ts is not in the registry. Its only class, Add, is no module.

  root  extensions

  class Add, line 2:14
    It is no module, since nobody can tell what it extends.
      extends Base (line 2:26), imported from './gone.ts': "./gone.ts" was not
        found

  1 further problem
    warning UNRESOLVED_HERITAGE: Whether Add is a module cannot be told, so it
      is not one: "./gone.ts" was not found.
      fix   Check that "./gone.ts" is installed, or known to the tsconfig, or
            write \`implements Module\` on Add itself.
`,
  },
  refused: {
    file: 'extensions/2d/add.ts',
    files: { 'extensions/2d/add.ts': MODULE },
    text: `
extensions/2d/add.ts is not in the registry. The folder name "2d" cannot be part
  of a module ID: it must start with a letter a-z and go on with letters,
  digits, "-" and "_", and a dot is no separator.
  fix   Rename it, so that it starts with a letter.

  root           extensions
  path below it  2d/add.ts
  folder         "2d" cannot be a segment
  file name      "add" is a segment as it is

  class Add, line 1:14
    It is a module: it implements \`Module\`.
      implements Module (line 1:29)
`,
  },
  conflict: {
    file: 'extensions/add.ts',
    files: {
      'extensions/add.ts': MODULE,
      'extensions/add.js': '/** @implements {Module} */\nexport class Plus {}\n',
    },
    text: `
extensions/add.ts is not in the registry. 2 files give the module ID "add":
  extensions/add.js and extensions/add.ts.
  fix   Rename or move all of them but one.

  root           extensions
  path below it  add.ts
  file name      "add" is a segment as it is
  base ID        add

  class Add, line 1:14  add, not registered
    It is a module: it implements \`Module\`.
      implements Module (line 1:29)
    same ID  extensions/add.js:2:14
`,
  },
  shadowed: {
    file: 'lib/add.ts',
    files: { 'extensions/add.ts': MODULE, 'lib/add.ts': MODULE },
    options: {
      extensions: [
        { root: 'extensions', namespace: 'own' },
        { root: 'lib', namespace: 'own', scope: 'builtin' },
      ],
    },
    text: `
lib/add.ts is not in the registry. The registry takes "own.add" from
  extensions/add.ts, which ranks higher.

  root           lib, in the scope "builtin"
  path below it  add.ts
  namespace      own
  file name      "add" is a segment as it is
  base ID        own.add

  class Add, line 1:14  own.add, not registered
    It is a module: it implements \`Module\`.
      implements Module (line 1:29)
    same ID  extensions/add.ts
`,
  },
  'no-plugin': {
    file: 'plugins/one/plugin.ts',
    files: { 'plugins/one/plugin.ts': MODULE },
    text: `
plugins/one/plugin.ts is not in the registry. It lies in the plugins root
  "plugins", and no folder on the way to it has a dagstack.toml.
  fix   Write a dagstack.toml beside it.
`,
  },
  'plugin-file': {
    file: 'plugins/one/util.ts',
    files: {
      'plugins/one/dagstack.toml': MANIFEST,
      'plugins/one/plugin.ts': 'export class One {}\n',
      'plugins/one/util.ts': MODULE,
    },
    text: `
plugins/one/util.ts is not in the registry. It belongs to the plugin llm:one, of
  which its entry point "plugins/one/plugin.ts" is registered. What that imports
  is bundled with it.

  plugin     llm:one
  this file  its other file
`,
  },
  'plugin-invalid': {
    file: 'plugins/one/dagstack.toml',
    files: { 'plugins/one/dagstack.toml': MANIFEST },
    text: `
plugins/one/dagstack.toml is not in the registry. The plugin in "plugins/one" is
  not in the registry: The entry point "plugin:One" leads to no file. Tried:
  plugin.ts and plugin.js.

  plugin     plugins/one
  this file  its manifest
`,
  },
}

describe('a file that is not in the registry', () => {
  it.each(Object.entries(cases))('by the rule %j', async (rule, { file, files = {}, options = {}, text }) => {
    const explanation = await explainFile(
      file,
      { ...options, root: '/project' },
      memoryHost({ 'extensions/': '', ...files }),
    )
    expect(explanation.reason?.rule).toBe(rule)
    expect(`\n${formatExplanation(explanation)}\n`.replace(/(?<=TypeScript )[\d.]+/, '6')).toBe(text)
  })
})

describe('what is no file', () => {
  it('is told as such', async () => {
    const host = memoryHost({ 'extensions/pipe.ts': '' })
    const list = (folder: string) => host.list(folder).map((entry) => ({ ...entry, kind: 'other' as const }))
    const inRoot = (folder: string) => (folder === '/project/extensions' ? list(folder) : host.list(folder))
    const { reason } = await explainFile(
      'extensions/pipe.ts',
      { root: '/project' },
      { ...host, list: inRoot },
    )
    expect(reason).toEqual({
      rule: 'no-file',
      message: 'It is no regular file.',
      part: 'extensions/pipe.ts',
    })
  })
})

const BASE = `import type { Module } from 'unplugin-module-registry/runtime'
export abstract class BaseTool implements Module {
  static outputSchema = { type: 'object' }
}
`
const TOOLS = `/** @multiClass */
import { BaseTool } from '../lib/index.ts'
/** Adds numbers. */
export class Add extends BaseTool {
  static inputSchema = { type: 'object' }
  static tags = compute()
}
export class HTTPSender extends BaseTool {
  description = 'Sends'
}
export class Helper {}
class Inner extends BaseTool {}
export abstract class Half extends BaseTool {}
export class Lost extends Nowhere {}
export type { Inner }
let later: Module = {}
export const greet: Module = { description: 'Greets', inputSchema: later }
`

describe('a file that is in the registry', () => {
  it('is told with the way of every class to the interface, and with where its fields come from', async () => {
    const files = { 'lib/base.ts': BASE, 'lib/index.ts': "export { BaseTool } from './base.ts'\n" }
    expect(
      await textOf('extensions/math-ops.ts', { ...files, 'extensions/math-ops.ts': TOOLS }),
    ).toMatchInlineSnapshot(`
      "
      extensions/math-ops.ts is in the registry: math_ops.add, math_ops.greet and
        math_ops.http_sender.

        root           extensions
        path below it  math-ops.ts
        file name      "math-ops" gives the segment "math_ops"
        base ID        math_ops
        modules        3; the marker gives each a segment of its own

        class Add, line 4:14  math_ops.add
          It is a module: it implements \`Module\`.
            extends BaseTool (line 4:26), imported from '../lib/index.ts' and
              './base.ts'
              class BaseTool (lib/base.ts:2:23)
                implements Module (lib/base.ts:2:43), imported from
                  'unplugin-module-registry/runtime'
          marker        in a comment at the top of the file
          segment       "add", from its name
          description   from the doc comment
          inputSchema   written (line 5:24)
          outputSchema  inherited from BaseTool (lib/base.ts:3:25)
          tags          cannot be read: the function call \`compute()\` is not run (line
                        6:17)

        class HTTPSender, line 8:14  math_ops.http_sender
          It is a module: it implements \`Module\`.
            extends BaseTool (line 8:33), imported from '../lib/index.ts' and
              './base.ts'
              class BaseTool (lib/base.ts:2:23)
                implements Module (lib/base.ts:2:43), imported from
                  'unplugin-module-registry/runtime'
          marker        in a comment at the top of the file
          segment       "http_sender", from its name
          description   written (line 9:17)
          inputSchema   not written
          outputSchema  inherited from BaseTool (lib/base.ts:3:25)

        class Helper, line 11:14
          It is no module: it extends and implements nothing. Write \`implements
            Module\`.

        class Inner, line 12:7
          It is no module: it is exported as a type only. Export it as a value.
            extends BaseTool (line 12:21), imported from '../lib/index.ts' and
              './base.ts'
              class BaseTool (lib/base.ts:2:23)
                implements Module (lib/base.ts:2:43), imported from
                  'unplugin-module-registry/runtime'

        class Half, line 13:23
          It is no module, since it is abstract. Classes that extend it may be some.

        class Lost, line 14:14
          It is no module: nothing that it extends or implements leads to \`Module\`.
            extends Nowhere (line 14:27), which leads nowhere

        object later, line 16:5
          It is no module, since it is no constant. Declare it with \`const\`.
            is Module (line 16:12)

        object greet, line 17:14  math_ops.greet
          It is a module: it is written as \`Module\`.
            is Module (line 17:21)
          marker        in a comment at the top of the file
          segment       "greet", from its name
          description   written (line 17:45)
          inputSchema   cannot be read: "later" is no constant (line 17:68)
          outputSchema  not written

        1 problem
          warning MODULE_NOT_EXPORTED: The class Inner implements the module interface
            but is not exported, so it is no module.
            fix   Write \`export class Inner\`.
      "
    `)
  })

  it('is short for a single module', async () => {
    expect(
      await textOf('extensions/Mail/send.ts', { 'extensions/Mail/send.ts': MODULE }),
    ).toMatchInlineSnapshot(`
      "
      extensions/Mail/send.ts is in the registry: mail.send.

        root           extensions
        path below it  Mail/send.ts
        folder         "Mail" gives the segment "mail"
        file name      "send" is a segment as it is
        base ID        mail.send

        class Add, line 1:14  mail.send
          It is a module: it implements \`Module\`.
            implements Module (line 1:29)
          description   not written
          inputSchema   not written
          outputSchema  not written
      "
    `)
  })

  it('may be made by a factory, have a namespace, and be asked for by a path with a link', async () => {
    const text = "import { module } from 'apcore-js'\nexport default module({ description: 'Made' })\n"
    expect(
      await textOf(
        '/project/linked/made.ts',
        { 'lib/tools/made.ts': text, linked: { link: '/project/lib/tools' } },
        { extensions: [{ root: 'lib/tools', namespace: 'own', scope: 'builtin' }] },
      ),
    ).toMatchInlineSnapshot(`
      "
      lib/tools/made.ts is in the registry: own.made.

        root           lib/tools, in the scope "builtin"
        path below it  made.ts
        namespace      own
        file name      "made" is a segment as it is
        base ID        own.made

        object default, line 2:8  own.made
          It is a module: a factory makes it.
          description   written (line 2:38)
          inputSchema   not written
          outputSchema  not written
      "
    `)
  })

  it('may be the entry point of a plugin, or the manifest of one', async () => {
    const files = { 'plugins/one/dagstack.toml': MANIFEST, 'plugins/one/plugin.ts': 'export class One {}\n' }
    expect(await textOf('plugins/one/plugin.ts', files)).toMatchInlineSnapshot(`
      "
      plugins/one/plugin.ts is in the registry: llm:one.

        plugin     llm:one
        this file  its entry point
      "
    `)
    expect(await textOf('plugins/one/dagstack.toml', files)).toMatchInlineSnapshot(`
      "
      plugins/one/dagstack.toml is in the registry: llm:one.

        plugin     llm:one
        this file  its manifest
      "
    `)
  })

  it('may be the manifest of a plugin with tools, or its program', async () => {
    const manifest = `[plugin]
name = "weather"
kind = "tools"
version = "1.0.0"
runtime = "process"
command = ["node", "serve.mjs"]
artifact = "serve.mjs"
[[plugin.tools]]
id = "forecast"
name = "Forecast"
`
    const files = { 'plugins/weather/dagstack.toml': manifest, 'plugins/weather/serve.mjs': '' }
    expect(await textOf('plugins/weather/dagstack.toml', files)).toMatchInlineSnapshot(`
      "
      plugins/weather/dagstack.toml is in the registry: tools:weather and
        weather.forecast.

        plugin     tools:weather
        this file  its manifest
        tools      weather.forecast
      "
    `)
    expect(await textOf('plugins/weather/serve.mjs', files)).toMatchInlineSnapshot(`
      "
      plugins/weather/serve.mjs is in the registry: tools:weather.

        plugin     tools:weather
        this file  its pinned file
      "
    `)
  })

  it('may be offered by a contributor of the application', async () => {
    const payload = { file: 'src/own.ts', exportName: 'Add' }
    const offered = { kind: 'module', id: 'by.hand', source: { scope: 'project' }, payload }
    const contributors = [{ name: 'by hand', contribute: () => [offered] }]
    expect(await textOf('src/own.ts', { 'src/own.ts': MODULE }, { contributors })).toMatchInlineSnapshot(`
      "
      src/own.ts is in the registry: by.hand.

        by.hand is offered by "by hand", a contributor of the application.
      "
    `)
  })

  it('does not get lost in classes that extend each other, of which only the first may count', async () => {
    const text = 'export class A extends B {}\nexport class B extends A implements Module {}\n'
    expect(
      await textOf('extensions/x.ts', { 'extensions/x.ts': text }, { onMultiple: 'first' }),
    ).toMatchInlineSnapshot(`
      "
      extensions/x.ts is in the registry: x.

        root           extensions
        path below it  x.ts
        file name      "x" is a segment as it is
        base ID        x
        modules        2, and no multi-class marker

        class A, line 1:14  x
          It is a module: it implements \`Module\`.
            extends B (line 1:24)
              class B (line 2:14)
                implements Module (line 2:37)
          description   not written
          inputSchema   not written
          outputSchema  not written

        class B, line 2:14
          It is a module: it implements \`Module\`.
            implements Module (line 2:37)

        1 problem
          warning MULTIPLE_MODULE_CLASSES: This file has 2 modules and no multi-class
            marker. Only A is registered; left out: B.
            fix   Write \`static readonly multiClass = true\` in one of them (or \`/**
                  @multiClass */\` at the top of the file), and each gets an ID of its
                  own; or move them to files of their own.
      "
    `)
  })
})

describe('an explanation', () => {
  it('is plain JSON without a path of the machine', async () => {
    const files = { 'extensions/math-ops.ts': TOOLS, 'lib/index.ts': BASE }
    const explanation = await explainFile('extensions/math-ops.ts', { root: '/project' }, memoryHost(files))
    expect(explanation.taken).toBe(true)
    const text = JSON.stringify(explanation)
    expect(JSON.parse(text)).toEqual(explanation)
    expect(text).not.toContain('/project')
  })

  it('shows hostile names as what they are', async () => {
    const file = 'extensions/\u001b[31m\u202ered.ts'
    const text = await textOf(file, { [file]: MODULE })
    expect(text).not.toMatch(/\p{Bidi_Control}|(?!\n)\p{Cc}/u)
    expect(text).toContain('extensions/\\u001b[31m\\u202ered.ts is not in the registry.')
  })

  it.each([
    '',
    '.',
    '/',
    '..',
    'extensions/',
    'extensions//a.ts',
    'a\0b',
    'extensions\\mail.ts',
    'x'.repeat(5000),
  ])('is given of any path, such as %j', async (path) => {
    const root = mkdtempSync(join(tmpdir(), 'explain-'))
    try {
      mkdirSync(join(root, 'extensions'))
      const explanation = await explainFile(path, { root, dts: false, cache: false })
      expect(explanation).toMatchObject({ taken: false, reason: { message: expect.stringMatching(/\.$/) } })
    } finally {
      rmSync(root, { recursive: true })
    }
  })

  it.each([40, 80, 200])('keeps to a width of %i columns where words allow it', async (width) => {
    const files = { 'extensions/math-ops.ts': TOOLS, 'lib/index.ts': BASE }
    const explanation = await explainFile('extensions/math-ops.ts', { root: '/project' }, memoryHost(files))
    const lines = formatExplanation(explanation, width).split('\n')
    const tooLong = lines.filter((line) => line.length > width && /\S \S/.test(line))
    expect(tooLong).toEqual([])
    expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(Math.min(width, 100) * 0.8)
  })
})

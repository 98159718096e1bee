import { describe, expect, it } from 'vitest'
import { cliProject } from './in-process.ts'

const moduleText = (
  name: string,
  about: string,
): string => `import type { Module } from 'unplugin-module-registry/runtime'
export class ${name} implements Module {
  readonly description = ${JSON.stringify(about)}
  readonly tags = ['sum', 'fast']
  readonly inputSchema = {
    type: 'object',
    properties: { a: { type: 'number', description: 'The first.' }, to: { enum: ['x', 'y'] } },
    required: ['a'],
  } as const
  execute() {}
}
`
const project = cliProject({
  'package.json': '{ "name": "app", "type": "module" }',
  'extensions/math/add.ts': moduleText(
    'Add',
    'Adds two numbers, and says what came out of it in a sentence that is long.',
  ),
  'extensions/math/subtract_with_care.ts': moduleText(
    'Subtract',
    '減算します。数字を二つ受け取り、差を返します。間違いのないように。',
  ),
  'extensions/text/\u001b[31mred.ts': 'export const nothing = 1\n',
  'extensions/text/trim.ts': moduleText('Trim', 'Hostile \u001b[31mred\u001b[0m \u202etext\nin two lines'),
  'plugins/mail/dagstack.toml':
    '[plugin]\nname = "mail"\nkind = "service"\nversion = "1.0.0"\nentry_point = "mail:Mail"\n',
  'plugins/mail/mail.ts':
    "import type { Plugin } from 'unplugin-module-registry/kernel'\nexport class Mail implements Plugin { setup() {} }\n",
})

describe('list', () => {
  it('shows whole lines where nobody looks at them', async () => {
    const { code, out, err } = await project.run(['list'])
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "math.add                 extensions/math/add.ts                 Adds two numbers, and says what came out of it in a sentence that is long.
      math.subtract_with_care  extensions/math/subtract_with_care.ts  減算します。数字を二つ受け取り、差を返します。間違いのないように。
      text.trim                extensions/text/trim.ts                Hostile \\u001b[31mred\\u001b[0m \\u202etext
      "
    `)
    expect(err).toMatchInlineSnapshot(`
      "
      3 modules
      "
    `)
  })

  it('keeps to the columns of a terminal', async () => {
    const { out } = await project.run(['list'], { columns: 80 })
    expect(out).toMatchInlineSnapshot(`
      "math.add                 Adds two numbers, and says what came out of it in a se…
      math.subtract_with_care  減算します。数字を二つ受け取り、差を返します。間違いの…
      text.trim                Hostile \\u001b[31mred\\u001b[0m \\u202etext
      "
    `)
    const narrow = await project.run(['list'], { columns: 40 })
    expect(narrow.out).toMatchInlineSnapshot(`
      "math.add                 Adds two numbe…
      math.subtract_with_care  減算します。数…
      text.trim                Hostile \\u001b…
      "
    `)
  })

  it('leaves files out where nothing of them would be readable', async () => {
    const name = 'a_module_that_has_quite_a_long_name_in_a_folder_of_its_own'
    const plain = cliProject({
      'package.json': '{}',
      [`extensions/${name}.ts`]:
        "import type { Module } from 'unplugin-module-registry/runtime'\nexport class A implements Module { execute() {} }",
    })
    expect((await plain.run(['list'], { columns: 80 })).out).toBe(`${name}\n`)
    expect((await plain.run(['list'], { columns: 160 })).out).toBe(`${name}  extensions/${name}.ts\n`)
  })

  it('shows a part of it', async () => {
    const ids = async (...flags: string[]) =>
      (await project.run(['list', ...flags])).out.split('\n').flatMap((line) => line.split(' ')[0] || [])
    expect(await ids('--prefix', 'math')).toEqual(['math.add', 'math.subtract_with_care'])
    expect(await ids('--prefix', 'mat')).toEqual([])
    expect(await ids('--tag', 'sum')).toHaveLength(3)
    expect(await ids('--tag', 'slow')).toEqual([])
    expect(await ids('--kind', 'plugin')).toEqual(['service:mail'])
  })

  it('says what was probably meant by a kind', async () => {
    const { code, out, err } = await project.run(['list', '--kind', 'plugins'])
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toMatchInlineSnapshot(`
      "There is nothing of the kind "plugins". Did you mean "plugin"?
      "
    `)
  })

  it('points to the check where something is wrong', async () => {
    const broken = cliProject({
      'package.json': '{}',
      'extensions/a.ts': 'export class A implements Module {',
    })
    const { code, err } = await broken.run(['list'])
    expect(code).toBe(1)
    expect(err).toMatchInlineSnapshot(`
      "There is nothing of the kind "module".

      1 error: what has errors is not shown. See "module-registry check".
      "
    `)
  })
})

describe('describe', () => {
  it('shows a module', async () => {
    const { code, out } = await project.run(['describe', 'math.add'], { columns: 80 })
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "math.add  module
        Adds two numbers, and says what came out of it in a sentence that is long.

        file         extensions/math/add.ts:2:14
        class        Add
        scope        project
        origin       extensions
        load         lazy
        tags         sum, fast

        input        object
          a    number     The first.
          to?  "x" | "y"
      "
    `)
  })

  it('shows a plugin', async () => {
    const { code, out } = await project.run(['describe', 'service:mail'])
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "service:mail  plugin

        file                  plugins/mail/mail.ts
        folder                plugins/mail
        name                  mail
        origin                plugins
        plugin kind           service
        priority              0
        runtime               in_process
        scope                 project
        startup timeout sec   30
        teardown timeout sec  15
        version               1.0.0
      "
    `)
  })

  it('offers the names that were probably meant', async () => {
    const { code, out, err } = await project.run(['describe', 'math.ad'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatchInlineSnapshot(`
      "error  There is no "math.ad".
      fix    Did you mean "math.add"?
      "
    `)
    expect((await project.run(['describe', 'add'])).err).toContain('"math.add"')
    expect((await project.run(['describe', 'quite.different'])).err).toContain('module-registry list')
  })
})

import { describe, expect, it } from 'vitest'
import { resolveOptions } from '../../src/compiler/resolve-options.ts'
import { derivationSteps } from '../../src/explain/steps.ts'
import { compile, type Options } from '../../src/index.ts'
import { type MemoryFiles, memoryHost } from '../support/memory-host.ts'

const MODULE = (name: string): string =>
  `export class ${name} implements Module { async execute() { return {} } }\n`

/** The steps of a module, one a line. */
async function stepsOf(id: string, files: MemoryFiles, options: Options = {}): Promise<string[]> {
  const { catalog } = await compile({ ...options, root: '/project' }, memoryHost(files))
  const entry = catalog.find((one) => one.id === id)!
  const steps = derivationSteps(entry, resolveOptions(options, '/project'))
  return steps.map(({ title, value, note }) => [title, value, note].filter(Boolean).join(' | '))
}

describe('the steps to an ID', () => {
  it('go from the file to the only module in it', async () => {
    expect(
      await stepsOf('mail.send_mail', { 'extensions/mail/send-mail.ts': MODULE('SendMail') }),
    ).toMatchInlineSnapshot(`
      [
        "file | extensions/mail/send-mail.ts",
        "extensions root | extensions",
        "path below the root | mail/send-mail.ts",
        "folder "mail" | mail | as it is",
        "file name "send-mail" | send_mail | brought into the form of a segment",
        "base ID | mail.send_mail",
        "class or object SendMail | mail.send_mail | the only module of its file has the base ID",
        "ID | mail.send_mail",
      ]
    `)
  })

  it('tell of namespace, scope and the segment of a class', async () => {
    const text = `/** @multiClass */\n${MODULE('Add')}${MODULE('HTTPSender')}`
    expect(
      await stepsOf(
        'tools.math.http_sender',
        { 'lib/tools/math.ts': text, 'extensions/other.ts': MODULE('Other') },
        { extensions: [{ root: 'lib/tools', scope: 'builtin' }, 'extensions'] },
      ),
    ).toMatchInlineSnapshot(`
      [
        "file | lib/tools/math.ts",
        "extensions root | lib/tools | in the scope "builtin"",
        "path below the root | math.ts",
        "namespace | tools | the first segment of every ID of this root",
        "file name "math" | math | as it is",
        "base ID | tools.math",
        "class or object HTTPSender | http_sender | the file is marked as holding several modules, so each has a segment of its own",
        "ID | tools.math.http_sender",
      ]
    `)
  })

  it('tell the plugin of what is a tool of one', async () => {
    const manifest = `[plugin]
name = "weather"
kind = "tools"
version = "1.0.0"
runtime = "process"
command = ["node", "serve.mjs"]
artifact = "serve.mjs"
[[plugin.tools]]
id = "get-forecast"
name = "Forecast"
description = "Tells the weather"
`
    const files = { 'plugins/weather/dagstack.toml': manifest, 'plugins/weather/serve.mjs': '' }
    expect(await stepsOf('weather.get_forecast', { ...files, 'extensions/': '' })).toMatchInlineSnapshot(`
      [
        "comes from | plugins",
        "manifest | plugins/weather/dagstack.toml",
        "tool | get-forecast | the name of the plugin and that of the tool, both as segments",
        "ID | weather.get_forecast",
      ]
    `)
  })

  it.each(['by hand', 'extensions'])(
    'are short for what the application contributes from %j',
    async (origin) => {
      const payload = { file: 'extensions/own.ts', exportName: 'Own' }
      const source = { scope: 'global', origin }
      const entry = { kind: 'module', id: 'quite.another', source, payload }
      const steps = await stepsOf(
        'quite.another',
        { 'extensions/own.ts': MODULE('Own') },
        {
          extensions: [{ root: 'extensions', scope: 'global' }],
          contributors: [{ name: 'by hand', contribute: () => [entry] }],
        },
      )
      expect(steps).toEqual([
        `comes from | ${origin} | in the scope "global"`,
        'file | extensions/own.ts',
        'ID | quite.another',
      ])
    },
  )
})

import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/index.ts'
import { cliProject } from './in-process.ts'

const repository = resolve(import.meta.dirname, '../..')

const CONFIG = { 'module-registry.config.json': '{ "metadata": "required" }' }

describe('new', () => {
  it('writes a module that passes the check and the type check as it is', async () => {
    const app = cliProject({ ...CONFIG, 'tsconfig.json': TSCONFIG })
    expect(await app.run(['new', 'module', 'mail.send_mail'])).toEqual({
      code: 0,
      out: 'mail.send_mail is in\n  extensions/mail/send_mail.ts\n',
      err: '',
    })
    expect(app.read('extensions/mail/send_mail.ts')).toMatchInlineSnapshot(`
      "import type { Module } from 'unplugin-module-registry/runtime'

      export class SendMail implements Module {
        description = 'Greets somebody'

        inputSchema = {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
        }

        outputSchema = { type: 'string' }

        async execute({ name }: { name: string }) {
          return \`Hello, \${name}!\`
        }
      }
      "
    `)
    await app.run(['new', 'plugin', 'llm/open-ai'])
    expect(app.read('plugins/open-ai/dagstack.toml')).toMatchInlineSnapshot(`
      "[plugin]
      name = "open-ai"
      kind = "llm"
      entry_point = "plugin:OpenAi"

      [plugin.metadata]
      description = "Greets somebody"
      "
    `)
    expect(app.read('plugins/open-ai/plugin.ts')).toMatchInlineSnapshot(`
      "import type { Plugin, PluginContext } from 'unplugin-module-registry/runtime'

      export class OpenAi implements Plugin {
        async setup(_context: PluginContext) {}

        greet(name: string) {
          return \`Hello, \${name}!\`
        }

        async teardown() {}
      }
      "
    `)
    await app.run(['new', 'plugin', 'llm/local', '--runtime', 'process'])
    const { catalog, plugins, diagnostics } = await compile({
      root: app.folder,
      metadata: 'required',
      dts: false,
    })
    expect(diagnostics).toEqual([])
    expect(catalog.map(({ id }) => id)).toEqual(['local.greet', 'mail.send_mail'])
    expect(plugins.map(({ id }) => id)).toEqual(['llm:local', 'llm:open-ai'])
    typeCheck(app.folder)
    app.write('extensions/wrong.ts', app.read('extensions/mail/send_mail.ts').replace('execute', 'run'))
    expect(() => typeCheck(app.folder)).toThrow()
  }, 60_000)

  it('prints JSON', async () => {
    const { out } = await cliProject(CONFIG).run(['new', 'plugin', 'llm/one', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      command: 'new',
      ok: true,
      id: 'llm:one',
      files: ['plugins/one/dagstack.toml', 'plugins/one/plugin.ts'],
    })
  })

  it('replaces nothing, and writes nothing that would be wrong', async () => {
    const app = cliProject({ ...CONFIG, 'extensions/hello.ts': '' })
    const before = app.files()
    expect(await app.run(['new', 'module', 'hello'])).toEqual({
      code: 2,
      out: '',
      err: 'error  extensions/hello.ts exists already.\nfix    Nothing was written. Choose another name, or remove it first.\n',
    })
    expect(await app.run(['new', 'module', 'Send-Mail'])).toEqual({
      code: 2,
      out: '',
      err: 'error  "Send-Mail" is no module ID: the segment "Send-Mail" must start with a letter a-z and go on with a-z, 0-9 and single "_".\nfix    Did you mean "send_mail"?\n',
    })
    expect(app.files()).toEqual(before)
  })

  it.each([
    [
      ['new', 'thing', 'x'],
      'error  There is no new "thing".\nfix    Run `new module <id>` or `new plugin <kind>/<name>`.\n',
    ],
    [
      ['new', 'plugin', 'a/b', '--runtime', 'wasm'],
      'error  No plugin is started with the runtime "wasm".\nfix    It is in_process or process; other manifests are written by hand.\n',
    ],
  ])('refuses %j', async (args, err) => {
    expect(await cliProject(CONFIG).run(args)).toEqual({ code: 2, out: '', err })
  })
})

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true, noEmit: true },
    ...{ types: [], lib: ['es2023', 'dom'], noUnusedLocals: true, noImplicitOverride: true },
    paths: { 'unplugin-module-registry/runtime': [join(repository, 'src/runtime.ts')] },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true },
  },
  include: ['extensions', 'plugins'],
})

function typeCheck(folder: string): void {
  const tsc = join(repository, 'node_modules/typescript-7/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', stdio: 'pipe' })
}

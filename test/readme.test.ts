import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { COMMANDS } from '../src/cli/commands.ts'
import { optionNames } from '../src/compiler/options-schema.ts'
import { CODES } from '../src/diagnostics/codes.ts'
import { RESERVED_WORDS } from '../src/identity/module-id.ts'
import { fileSegment, toSegment } from '../src/identity/segment.ts'

const repository = resolve(import.meta.dirname, '..')
const readme = readFileSync(join(repository, 'README.md'), 'utf8')
const modules = join(inject('packed').project, 'node_modules')
const bin = join(repository, 'node_modules')

interface Block {
  readonly language: string
  readonly text: string
  /** Named by the comment in the first line. */
  readonly file: string
}

const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]): Block => {
  const file = /^(?:\/\/|#) (\S+)\n/.exec(text!)?.[1] ?? ''
  return { language: language!, text: text!, file }
})
const used = new Set<Block>()

/** The n-th block of the README that stands for a file. */
function block(file: string, n = 0): string {
  const found = blocks.filter((one) => one.file === file)[n]
  if (found === undefined) throw new Error(`The README has no block ${n} for ${file}.`)
  used.add(found)
  return found.text
}

const GREET = { 'extensions/mail/greet.ts': block('extensions/mail/greet.ts') }
const MAIN = { 'src/main.ts': block('src/main.ts') }
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    types: [],
    lib: ['es2023', 'dom'],
  },
  include: ['src', 'extensions'],
})
const GREETING = ['mail.greet - Greets somebody', 'Hello, Ada!', '']

const created: string[] = []
afterAll(() => {
  for (const folder of created) rmSync(folder, { recursive: true, force: true })
})

/** A fresh project as a user has it: these files, and the packed package installed. */
function createProject(files: Record<string, string>): string {
  const outer = mkdtempSync(join(tmpdir(), 'readme-'))
  created.push(outer)
  const project = join(outer, 'app')
  const all: Record<string, string> = { 'package.json': '{ "type": "module", "private": true }', ...files }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  symlinkSync(modules, join(outer, 'node_modules'), 'junction')
  return project
}

function run(project: string, ...command: string[]): string {
  const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' }
  return execFileSync(process.execPath, command, { cwd: project, encoding: 'utf8', env, stdio: 'pipe' })
}

/** Builds with the configuration of the README and runs the result, as the commands of a user would. */
function buildAndRun(project: string, entry = 'src/main.ts'): string[] {
  run(project, join(bin, 'vite/bin/vite.js'), 'build', '--ssr', entry, '--logLevel', 'warn')
  return run(project, `dist/${entry.replace(/^src\/(.*)\.ts$/, '$1.js')}`).split('\n')
}

function typeCheck(project: string): void {
  run(project, join(bin, 'typescript-7/bin/tsc'), '-p', '.')
}

describe('the first minute', () => {
  it('works in Vite, with types', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'tsconfig.json': TSCONFIG,
      ...GREET,
      ...MAIN,
    })
    expect(buildAndRun(project)).toEqual(GREETING)
    expect(readFileSync(join(project, 'src/module-registry.d.ts'), 'utf8')).toContain("'mail.greet'")
    typeCheck(project)
    writeFileSync(join(project, 'src/wrong.ts'), MAIN['src/main.ts'].replace("'mail.greet'", "'mail.great'"))
    expect(() => typeCheck(project)).toThrow()
  })

  it('works in esbuild', () => {
    const project = createProject({ 'build.mjs': block('build.mjs'), ...GREET, ...MAIN })
    run(project, 'build.mjs')
    expect(run(project, 'out/main.js').split('\n')).toEqual(GREETING)
  })
})

describe('the how-tos', () => {
  const print = "import { registry } from 'virtual:module-registry'\nconsole.log(registry.ids().join())\n"

  it('has several modules in a file', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'extensions/math.ts': block('extensions/math.ts'),
      'src/main.ts': `import { registry } from 'virtual:module-registry'
        console.log(registry.ids().join(), await registry.call('math.addition', { a: 1, b: 2 }))`,
    })
    expect(buildAndRun(project)[0]).toBe('math.addition,math.http_calculator 3')
  })

  it('uses another interface', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts', 1),
      'src/tool.ts': 'export interface Tool { execute(): string }\n',
      'extensions/a.ts': `import type { Tool } from '../src/tool'\nexport class A implements Tool { execute() { return '' } }\n`,
      'extensions/b.ts': `import type { Tool } from 'elsewhere'\nexport class B implements Tool { execute() { return '' } }\n`,
      'src/main.ts': print,
    })
    expect(buildAndRun(project)[0]).toBe('a')
  })

  it('has several folders of modules', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts', 2),
      'src/commands/open.ts': 'export const open: Module = { execute() {} }\n',
      '../packages/tools/extensions/hammer.ts': 'export const hammer: Module = { execute() {} }\n',
      'src/main.ts': print,
    })
    expect(buildAndRun(project)[0]).toBe('commands.open,tools.hammer')
  })

  it('constructs modules with a container', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts', 3),
      'tsconfig.json': TSCONFIG,
      'src/container.ts': block('src/container.ts'),
      'extensions/now.ts': `import type { Module } from 'unplugin-module-registry/runtime'
        export class Now implements Module {
          services: { clock: () => Date }
          constructor(services: { clock: () => Date }) { this.services = services }
          execute(_: unknown) { return this.services.clock() instanceof Date }
        }`,
      'src/main.ts': `import { registry } from 'virtual:module-registry'
        console.log(await registry.call('now', {}))
        export {}`,
    })
    expect(buildAndRun(project)[0]).toBe('true')
    typeCheck(project)
  })

  it('lists modules without loading any', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'src/list.ts': block('src/list.ts'),
      'extensions/a.ts': `export const a: Module = { tags: ['public'], execute() { return 'IMPLEMENTATION' } }\n`,
      'src/main.ts': `import { tagged } from './list'\nconsole.log(tagged.map((entry) => entry.id).join())\n`,
    })
    expect(buildAndRun(project)[0]).toBe('a')
    expect(readFileSync(join(project, 'dist/main.js'), 'utf8')).not.toContain('IMPLEMENTATION')
  })

  it('has some modules in the entry chunk', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts', 4),
      'extensions/core_a.ts': `export const a: Module = { execute() { return 'EAGER' } }\n`,
      'extensions/b.ts': `export const b: Module = { execute() { return 'LAZY' } }\n`,
      'src/main.ts': print,
    })
    expect(buildAndRun(project)[0]).toBe('b,core_a')
    const entry = readFileSync(join(project, 'dist/main.js'), 'utf8')
    expect(entry).toContain('EAGER')
    expect(entry).not.toContain('LAZY')
  })

  it('writes the registry as an ordinary file', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts', 5),
      'tsconfig.json': TSCONFIG,
      ...GREET,
      ...MAIN,
    })
    buildAndRun(project)
    const plain =
      "import { registry } from './src/module-registry.gen.ts'\nconsole.log(registry.ids().join())"
    writeFileSync(join(project, 'plain.ts'), plain)
    const outfile = join(project, 'plain.mjs')
    buildSync({ entryPoints: [join(project, 'plain.ts')], bundle: true, format: 'esm', outfile })
    expect(run(project, outfile)).toBe('mail.greet\n')
  })

  it('tests code with a registry made by hand', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'tsconfig.json': TSCONFIG,
      ...GREET,
      'src/registry.check.ts': block('src/registry.check.ts'),
    })
    buildAndRun(project, 'src/registry.check.ts')
    typeCheck(project)
  })

  it('puts more than modules into the registry', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts', 6),
      ...GREET,
      'src/main.ts': `import { registry } from 'virtual:module-registry'
        console.log(JSON.stringify(registry.list({ kind: 'prompt' }).map(({ id, payload }) => [id, payload])))`,
    })
    expect(buildAndRun(project)[0]).toBe('[["greeting",{"text":"Be brief."}]]')
  })

  const PLUGIN = {
    'plugins/greeting/dagstack.toml': block('plugins/greeting/dagstack.toml'),
    'plugins/greeting/plugin.ts': block('plugins/greeting/plugin.ts'),
  }

  it('writes a plugin, with types', () => {
    const greet = block('src/greet.ts')
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'tsconfig.json': TSCONFIG,
      ...PLUGIN,
      'src/greet.ts': greet,
    })
    expect(buildAndRun(project, 'src/greet.ts')[0]).toMatch(/^Good (morning|day), Ada!$/)
    typeCheck(project)
    writeFileSync(join(project, 'src/wrong.ts'), greet.replace(".greet('Ada')", '.greet(1)'))
    expect(() => typeCheck(project)).toThrow()
    rmSync(join(project, 'src/wrong.ts'))
    writeFileSync(join(project, 'src/greet.ts'), greet.replace('clock: () => new Date()', ''))
    const reason = 'No greetings: the context lacks the resource "clock"'
    expect(buildAndRun(project, 'src/greet.ts')[0]).toBe(reason)
  })

  it('fails for each fault of a manifest that it names, or leaves the plugin out', () => {
    const manifest = PLUGIN['plugins/greeting/dagstack.toml']
    const faults = {
      MANIFEST_INVALID: manifest.replace('entry_point', 'entrypoint'),
      ENTRY_POINT_NOT_FOUND: manifest.replace('plugin:Hello', 'plugin:Hallo'),
      ENTRY_POINT_ESCAPES: manifest.replace('plugin:Hello', '../plugin:Hello'),
      DEPENDENCY_MISSING: manifest.replace('[plugin.resources]', 'depends_on = ["nobody"]\n$&'),
      DEPENDENCY_CYCLE: manifest.replace('[plugin.resources]', 'depends_on = ["hello"]\n$&'),
    }
    const check = block('check.mjs')
    for (const [code, text] of Object.entries(faults)) {
      const project = createProject({
        'check.mjs': check,
        ...PLUGIN,
        'plugins/greeting/dagstack.toml': text,
      })
      expect(run(project, 'check.mjs')).toMatch(
        new RegExp(`plugins/greeting/dagstack\\.toml:\\d+:\\d+  error  ${code}`),
      )
      writeFileSync(
        join(project, 'check.mjs'),
        check.replace("{ root: '.' }", "{ root: '.', onInvalidPlugin: 'skip' }"),
      )
      if (code !== 'DEPENDENCY_CYCLE') expect(run(project, 'check.mjs')).toContain(`warning  ${code}`)
    }
  })

  it('runs a plugin in a process of its own, with types', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'tsconfig.json': TSCONFIG.replace('"extensions"', '"extensions","plugins"').replace(
        '"types":[]',
        `"types":["node"],"typeRoots":[${JSON.stringify(join(bin, '@types'))}]`,
      ),
      'plugins/billing/child.ts': block('plugins/billing/child.ts'),
      'plugins/billing/dagstack.toml': block('plugins/billing/dagstack.toml'),
      'src/bill.ts': block('src/bill.ts'),
    })
    buildSync({
      entryPoints: [join(project, 'plugins/billing/child.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: join(project, 'plugins/billing/child.mjs'),
    })
    expect(buildAndRun(project, 'src/bill.ts')).toEqual(['3.5', ''])
    typeCheck(project)
    const described = run(project, 'plugins/billing/child.mjs', '--describe')
    expect(described).toContain('name = "module.billing.total"')
  })

  it('takes an MCP server as a plugin', () => {
    const project = createProject({
      'check.mjs': `import { compile } from 'unplugin-module-registry'
        const { plugins, diagnostics } = await compile({ root: '.' })
        console.log(JSON.stringify([plugins.map(({ id, envPass }) => [id, envPass]), diagnostics]))`,
      'plugins/files/dagstack.toml': block('plugins/files/dagstack.toml'),
    })
    expect(JSON.parse(run(project, 'check.mjs'))).toEqual([[['tools:files', ['HTTPS_PROXY']]], []])
  })

  it('offers modules to a model', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'tsconfig.json': TSCONFIG,
      ...GREET,
      'src/assistant.ts': block('src/assistant.ts'),
    })
    expect(buildAndRun(project, 'src/assistant.ts')[0]).toMatch(/^mail-greet [\da-f]{64}$/)
    typeCheck(project)
  })

  it('serves modules over MCP', async () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      ...GREET,
      'src/mcp-server.ts': block('src/mcp-server.ts'),
    })
    run(project, join(bin, 'vite/bin/vite.js'), 'build', '--ssr', 'src/mcp-server.ts', '--logLevel', 'warn')
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: ['dist/mcp-server.js'], cwd: project }),
    )
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['mail-greet'])
    await client.close()

    const { text } = blocks.find(({ language }) => language === 'json')!
    const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, { args: string[] }> }
    const [, ...args] = mcpServers['my-tools']!.args.map((one) => one.replace('/path/to/project', project))
    const cli = join(modules, 'unplugin-module-registry/dist/cli.js')
    const other = new Client({ name: 'test', version: '1' })
    await other.connect(new StdioClientTransport({ command: process.execPath, args: [cli, ...args] }))
    expect((await other.listTools()).tools.map(({ name }) => name)).toEqual(['mail-greet'])
    await other.close()
  })

  it('registers a plugin by hand', () => {
    const project = createProject({
      'vite.config.ts': block('vite.config.ts'),
      'tsconfig.json': TSCONFIG,
      ...GREET,
      'src/fake-storage.ts': block('src/fake-storage.ts'),
      'src/main.ts': `import { registry } from 'virtual:module-registry'
        import './fake-storage'
        await registry.activate()
        console.log(registry.getPlugin('storage').status)`,
    })
    expect(buildAndRun(project)[0]).toBe('ready')
    typeCheck(project)
  })

  it('checks a project in a script', () => {
    const project = createProject({ 'check.mjs': block('check.mjs'), ...GREET })
    expect(run(project, 'check.mjs')).toBe("[ 'mail.greet' ]\nno problems\n")
  })

  it('types IDs that are registered by hand', () => {
    const project = createProject({
      'tsconfig.json': TSCONFIG.replace('"types":[]', '"types":["unplugin-module-registry/client"]'),
      'src/by-hand.d.ts': block('src/by-hand.d.ts'),
      'src/main.ts': `import { registry } from 'virtual:module-registry'
        export const text: Promise<string> = registry.call('reports.daily', { day: 'today' })
        // @ts-expect-error: no such ID
        void registry.call('reports.weekly', {})`,
    })
    typeCheck(project)
  })
})

describe('what the README shows', () => {
  it('is what the command line prints', () => {
    const files = { ...GREET, 'extensions/mail/_draft.ts': GREET['extensions/mail/greet.ts'] }
    const project = createProject({ 'module-registry.config.json': '{}', ...files })
    const shown = blocks
      .filter(({ language }) => language === 'console')
      .flatMap(({ text }) => text.split(/^\$ /m))
    const commands = shown.filter((text) => /^npx module-registry .*\n[^\n]/.test(text))
    expect(commands.length).toBeGreaterThan(4)
    for (const command of commands) {
      const [line = '', ...output] = command.trimEnd().split('\n')
      const args = line.split(' ').slice(2)
      const cli = join(modules, 'unplugin-module-registry/dist/cli.js')
      const { stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
        cwd: project,
        encoding: 'utf8',
      })
      expect((stdout + stderr).trimEnd()).toBe(output.join('\n'))
    }
  })

  it('is every command of the command line', () => {
    for (const { usage } of COMMANDS) {
      expect(readme).toMatch(new RegExp(`^\\| .*\`${usage.split(' ')[0]}[ \`]`, 'm'))
    }
  })

  it('is what a failed build prints', () => {
    const shown = blocks.find((one) => one.language === 'text')!.text
    const project = createProject({
      'check.mjs': block('check.mjs'),
      'extensions/math/ops.ts': [
        "import type { Module } from 'unplugin-module-registry/runtime'",
        '/** @multiClass */',
        'export class MyCode implements Module { execute() {} }',
        'export class My_Code implements Module { execute() {} }',
        '',
      ].join('\n'),
    })
    expect(run(project, 'check.mjs')).toContain(shown)
  })

  it('has every snippet run by a test', () => {
    const sources = blocks.filter(({ language }) => ['ts', 'js', 'tsx', 'mjs', 'toml'].includes(language))
    expect(sources.filter((one) => !used.has(one)).map((one) => one.text)).toEqual([])
  })

  it('names only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    const commands = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.split('\n'))
    for (const command of commands) {
      for (const [, script] of command.matchAll(/npm (start|test|run \S+)/g)) {
        expect(scripts).toHaveProperty([script!.replace('run ', '')])
      }
    }
    expect(commands.some((command) => command.startsWith('npm ci && npm start'))).toBe(true)
  })

  it('lists every option and every code', () => {
    const rows = [...readme.matchAll(/^\| (`[^|]+?`) \|/gm)].flatMap(([, cell]) => [
      ...cell!.matchAll(/`([^`]+)`/g),
    ])
    const names = rows.map(([, name]) => name)
    for (const option of optionNames()) expect(names).toContain(option)
    for (const code of Object.keys(CODES)) expect(names).toContain(code)
    expect(readme).toContain(`\`${RESERVED_WORDS.join(' ')}\``)
  })

  it('turns names into segments as the package does', () => {
    const table = readme.slice(
      readme.indexOf('| class | segment |'),
      readme.indexOf('### When something is wrong'),
    )
    const pairs = [...table.matchAll(/`(\w+)` \| `(\w+)`/g)]
    expect(pairs.length).toBeGreaterThan(7)
    for (const [, name, segment] of pairs) expect(toSegment(name!)).toBe(segment)
    for (const name of ['math_ops', 'math-ops', 'mathOps', 'MathOps']) {
      expect(fileSegment(name, 'normalize')).toBe('math_ops')
    }
    for (const name of ['send.email', '2fa', '[post]', 'übersicht']) {
      expect(fileSegment(name, 'normalize')).toBeUndefined()
    }
  })
})

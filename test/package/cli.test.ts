import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, inject, it } from 'vitest'
import { createProject, linkPackages } from '../support/packed/pack.ts'

const { tarball } = inject('packed')
const { dependencies } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
) as {
  dependencies: Record<string, string>
}

const MODULE = `
import type { Module } from 'unplugin-module-registry/runtime'
console.log('loaded, and printed to standard output')
export class Greet implements Module<{ name: string }, { text: string }> {
  description = 'Greets somebody'
  inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
  execute({ name }: { name: string }) { return { text: 'Hello, ' + name } }
}`

const VITE_CONFIG = `
import moduleRegistry from 'unplugin-module-registry/vite'
export default { plugins: [moduleRegistry({ extensions: 'tools' })] }`

/** A project that has installed the package and a bundler. */
function createApp(bundler: readonly string[], files: Record<string, string>): string {
  const project = createProject(mkdtempSync(join(dirname(tarball), 'cli-')), tarball)
  linkPackages(project, [...Object.keys(dependencies), ...bundler, '@modelcontextprotocol/sdk'])
  for (const [file, text] of Object.entries({
    'package.json': '{ "name": "app", "type": "module" }',
    ...files,
  })) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  return project
}

const cli = (project: string) => join(project, 'node_modules/unplugin-module-registry/dist/cli.js')

function run(project: string, ...args: string[]) {
  return spawnSync(process.execPath, [cli(project), ...args], { cwd: project, encoding: 'utf8' })
}

describe('module-registry mcp', () => {
  const apps = {
    'Vite and its configuration': [['vite'], { 'vite.config.js': VITE_CONFIG, 'tools/greet.ts': MODULE }],
    'Vite without a configuration': [['vite'], { 'extensions/greet.ts': MODULE }],
    esbuild: [['esbuild'], { 'extensions/greet.ts': MODULE }],
  } as const

  it.each(Object.entries(apps))(
    'serves the modules of a project with %s',
    async (_, [bundler, files]) => {
      const project = createApp(bundler, files as Record<string, string>)
      const client = new Client({ name: 'test', version: '1' })
      // As the configuration of a client has it: from anywhere, with the project as an argument.
      const args = [cli(project), 'mcp', '--root', project]
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args, cwd: '/', stderr: 'pipe' }),
      )
      expect(client.getServerVersion()).toMatchObject({ name: 'app', version: '0.0.0' })
      expect((await client.listTools()).tools).toMatchObject([
        { name: 'greet', description: 'Greets somebody' },
      ])
      const call = (given: object) => client.callTool({ name: 'greet', arguments: { ...given } })
      expect(JSON.stringify(await call({ name: 'Ada' }))).toContain('Hello, Ada')
      expect(await call({})).toMatchObject({ isError: true })
      await client.close()
    },
    60_000,
  )

  it('says what is missing', () => {
    const project = createApp([], { 'extensions/greet.ts': MODULE })
    const { status, stdout, stderr } = run(project, 'mcp')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('Neither Vite nor esbuild is installed in ')
  })
})

describe('module-registry', () => {
  const project = createApp([], {})

  it('shows help and version', () => {
    expect(run(project, '--help')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: module-registry \[options\] \[command\]/),
    })
    const { version } = JSON.parse(readFileSync(join(dirname(cli(project)), '../package.json'), 'utf8'))
    expect(run(project, '-v')).toMatchObject({ status: 0, stdout: `${version}\n` })
  })

  it.each(['bash', 'zsh', 'fish'])('writes the completions for %s', (shell) => {
    const { status, stdout, stderr } = run(project, 'complete', shell)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('module-registry')
  })

  it('completes commands, flags, their values and IDs', () => {
    const app = createApp([], { 'extensions/greet.ts': MODULE })
    const complete = (...words: string[]): string[] =>
      run(app, 'complete', '--', ...words)
        .stdout.split('\n')
        .map((line) => line.split('\t')[0]!)
    expect(complete('')).toEqual(expect.arrayContaining(['check', 'describe', 'generate', 'init', 'new']))
    expect(complete('check', '--no-')).toContain('--no-cache')
    expect(complete('check', '--metadata', '')).toEqual(expect.arrayContaining(['optional', 'required']))
    expect(complete('describe', '')).toContain('greet')
  })

  it('ends quietly when nobody reads on', () => {
    const app = createApp([], { 'extensions/greet.ts': MODULE })
    const line = '"$0" "$1" list --json | head -c 1; exit $' + '{PIPESTATUS[0]}'
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line, process.execPath, cli(app)], {
      cwd: app,
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{', stderr: '' })
  })

  it('keeps the standard output for itself, whatever a configuration prints', () => {
    const app = createApp([], {
      'extensions/greet.ts': MODULE,
      'module-registry.config.mjs': "console.log('hello from the configuration')\nexport default {}",
    })
    const { status, stdout, stderr } = run(app, 'check', '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ command: 'check', ok: true })
    expect(stderr).toContain('hello from the configuration')
  })

  it('ends with 0 within a second of an interrupt while it watches', async () => {
    const app = createApp([], { 'extensions/greet.ts': MODULE })
    const child = spawn(process.execPath, [cli(app), 'generate', '--watch', '--dts', 'registry.d.ts'], {
      cwd: app,
    })
    const ended = once(child, 'exit')
    let said = ''
    await new Promise<void>((done) => {
      child.stderr.on('data', (text: Buffer) => {
        said += text
        if (said.includes('Watching for changes')) done()
      })
    })
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(readFileSync(join(app, 'registry.d.ts'), 'utf8')).toContain("'greet'")
  })

  it('finds the same in a project of Vite with a root of its own, wherever it is run', () => {
    const app = createApp(['vite'], {
      'vite.config.ts': `
import moduleRegistry from 'unplugin-module-registry/vite'
export default { root: 'web', plugins: [moduleRegistry({ dts: 'types/registry.d.ts' })] }`,
      'web/extensions/math/greet.ts': MODULE,
      'web/extensions/broken.ts': 'export class A implements Module {',
    })
    const at = (cwd: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [cli(app), ...args], {
        cwd: join(app, cwd),
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    const first = at('.', 'check')
    expect(first).toMatchObject({ status: 1, stdout: expect.stringMatching(/^extensions\/broken\.ts:1:/) })
    expect(at('web', 'check')).toEqual(first)
    expect(at('web/extensions/math', 'check', '--config', '../../../vite.config.ts')).toEqual(first)
    const { stdout } = at('web', 'check', '--print-config', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      root: expect.stringMatching(/\/web$/),
      source: { kind: 'vite', file: expect.stringMatching(/\/vite\.config\.ts$/) },
      options: { dts: 'types/registry.d.ts' },
    })
  })

  it('writes the files that builds and the dev server write', async () => {
    const options = "{ dts: 'registry.d.ts', output: 'src/registry.ts' }"
    const app = createApp(['vite', 'rollup'], {
      'vite.config.mjs': `
import moduleRegistry from 'unplugin-module-registry/vite'
export default { plugins: [moduleRegistry(${options})], build: { rolldownOptions: { input: 'main.js' } } }`,
      'rollup.config.mjs': `
import moduleRegistry from 'unplugin-module-registry/rollup'
export default { input: 'none.js', output: { dir: 'out' }, plugins: [moduleRegistry(${options})] }`,
      'main.js': "import { catalog } from 'virtual:module-registry'\nconsole.log(catalog)",
      'none.js': 'console.log(1)',
      'tsconfig.json': '{}',
      'extensions/greet.ts': MODULE,
    })
    const files = ['registry.d.ts', 'src/registry.ts'].map((file) => join(app, file))
    const state = () => files.map((file) => [readFileSync(file, 'utf8'), statSync(file).mtimeMs])
    expect(run(app, 'generate')).toMatchObject({ status: 0 })
    const written = state()
    const node = (code: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: app, encoding: 'utf8' })
    expect(node("await (await import('vite')).build({ logLevel: 'silent' })")).toMatchObject({ status: 0 })
    const rollup = `
import { rollup } from 'rollup'
import config from './rollup.config.mjs'
await (await rollup(config)).close()`
    expect(node(rollup)).toMatchObject({ status: 0, stderr: '' })
    const dev = `
const { createServer } = await import('vite')
const server = await createServer({ logLevel: 'silent', server: { middlewareMode: true } })
await server.transformRequest('virtual:module-registry')
await server.close()`
    expect(node(dev)).toMatchObject({ status: 0 })
    expect(run(app, 'generate', '--check')).toMatchObject({ status: 0 })
    expect(state()).toEqual(written)
  }, 60_000)

  it.each([
    [[], 'There is no command.'],
    [['mpc'], 'There is no command "mpc". Did you mean "mcp"?'],
    [['mcp', '--rot', '.'], '"mcp" has no flag "--rot". Did you mean "--root"?'],
    [['mcp', 'x'], '"mcp" takes nothing like "x".'],
  ])('refuses wrong use: %j', (args, reason) => {
    const { status, stdout, stderr } = run(project, ...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(reason)
  })
})

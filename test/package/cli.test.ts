import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
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

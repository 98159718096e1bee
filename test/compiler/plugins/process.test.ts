import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compile } from '../../../src/compiler/compile.ts'
import { publicPlugin } from '../../../src/compiler/emit/public-plugin.ts'
import { surfaceDigestText, toolDigestText } from '../../../src/util/digest-text.ts'
import { type MemoryFiles, memoryHost } from '../../support/memory-host.ts'

const MANIFEST = `[plugin]
name = "billing"
kind = "service"
runtime = "process"
version = "1.2.0"
command = ["node", "./server.mjs"]
args = ["--fast"]
env = { LEVEL = "3" }
env_pass = ["HOME"]
cwd = "work"
artifact = "./server.mjs"

[plugin.limits]
inflight = 4
deadline_ms = 0

[plugin.process]
grants = ["articles:read"]
sandbox = true

[[plugin.routes]]
id = "items"
method = "GET"
path = "/items/{id}"

[[plugin.tools]]
id = "getTotal"
name = "Total"
description = "Adds <up>"

[plugin.tools.input_schema]
type = "object"
required = ["of"]

[[plugin.tools]]
id = "ping"
name = "Ping"
`

const files: MemoryFiles = {
  'extensions/': '',
  'plugins/billing/dagstack.toml': MANIFEST,
  'plugins/billing/server.mjs': 'serve()',
}

const compileFiles = (files: MemoryFiles, options = {}) => {
  const host = memoryHost(files)
  return compile({ root: host.root, ...options }, host)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a plugin in a process of its own', () => {
  it('has in its entry everything that starting it takes', async () => {
    const { plugins, diagnostics } = await compileFiles(files)
    expect(diagnostics).toEqual([])
    expect(plugins).toEqual([
      {
        ...{ kind: 'plugin', id: 'service:billing', pluginKind: 'service', name: 'billing' },
        ...{ runtime: 'process', version: '1.2.0', folder: 'plugins/billing' },
        ...{ manifest: 'plugins/billing/dagstack.toml', scope: 'project', origin: 'plugins' },
        ...{ priority: 0, dependsOn: [], metadata: {}, resources: { required: [], optional: [] } },
        ...{ startupTimeoutSec: 30, teardownTimeoutSec: 15 },
        ...{ command: ['node', './server.mjs'], args: ['--fast'], cwd: 'work' },
        ...{ env: { LEVEL: '3' }, envPass: ['HOME'] },
        artifact: { path: 'server.mjs', sha256: sha256('serve()') },
        limits: { inflight: 4 },
        ...{ grants: ['articles:read'], sandbox: true },
        routes: [{ id: 'items', method: 'GET', path: '/items/{id}' }],
        tools: [
          {
            ...{ id: 'getTotal', name: 'Total', description: 'Adds <up>', module: 'billing.get_total' },
            sha256: sha256(
              '{"id":"getTotal","name":"Total","description":"Adds \\u003cup\\u003e","input_schema":{"type":"object","required":["of"]}}',
            ),
          },
          {
            ...{ id: 'ping', name: 'Ping', module: 'billing.ping' },
            sha256: sha256('{"id":"ping","name":"Ping","description":"","input_schema":null}'),
          },
        ],
        surfaceSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it('has its tools as modules, whose file is the manifest', async () => {
    const { catalog } = await compileFiles(files)
    expect(catalog).toEqual([
      {
        ...{ kind: 'module', id: 'billing.get_total', className: 'getTotal', exportName: 'getTotal' },
        ...{ file: 'plugins/billing/dagstack.toml', scope: 'project', origin: 'plugins', load: 'lazy' },
        ...{ description: 'Adds <up>', version: '1.2.0' },
        inputSchema: { type: 'object', required: ['of'] },
      },
      expect.objectContaining({ id: 'billing.ping', exportName: 'ping' }),
    ])
  })

  it('leaves its tools out of what decides how files are loaded', async () => {
    const seen: string[] = []
    const note =
      (answer: string) =>
      ({ id }: { id: string }) => {
        seen.push(id)
        return answer
      }
    const { emit } = await compileFiles(files, {
      load: note('eager'),
      chunks: note('all'),
    })
    expect(seen).toEqual([])
    expect(emit.registryModule()).toContain(
      "  'plugins/billing/dagstack.toml': () => pluginTools(registry, 'plugins/billing'),",
    )
  })

  it('is typed as what it is, and its tools as modules', async () => {
    const { emit } = await compileFiles(files, { dts: 'registry.d.ts' })
    const { text } = emit.files()[0]!
    expect(text).toContain("'billing.ping': import('unplugin-module-registry/runtime').Module")
    expect(text).toContain("'billing': import('unplugin-module-registry/runtime').ExternalPlugin")
  })

  it('depends on the file that it is pinned to, whether or not that is there', async () => {
    const there = await compileFiles(files)
    expect(there.inputs.files).toContain('plugins/billing/server.mjs')
    const { 'plugins/billing/server.mjs': _, ...without } = files
    const gone = await compileFiles({ ...without, 'plugins/billing/dist/': '' })
    expect(gone.inputs.files).toContain('plugins/billing/server.mjs')
  })

  it('follows that file', async () => {
    const host = memoryHost(files)
    const { Compiler } = await import('../../../src/compiler/compile.ts')
    const { resolveOptions } = await import('../../../src/compiler/resolve-options.ts')
    const compiler = new Compiler(resolveOptions({ root: host.root }, host.root), host)
    await compiler.compile()
    const path = `${host.root}/plugins/billing/server.mjs`
    expect((await compiler.update({ edited: [path], structure: false }, 1)).compilation).toBeUndefined()
    host.write(path, 'serveBetter()')
    const { compilation } = await compiler.update({ edited: [path], structure: false }, 1)
    expect(compilation?.plugins[0]?.artifact?.sha256).toBe(sha256('serveBetter()'))
    host.remove(path)
    const gone = await compiler.update({ edited: [], structure: true }, 2)
    expect(gone.compilation?.diagnostics.map(({ code }) => code)).toEqual(['MANIFEST_INVALID'])
    host.write(path, 'back()')
    const back = await compiler.update({ edited: [], structure: true }, 3)
    expect(back.compilation?.plugins[0]?.artifact?.sha256).toBe(sha256('back()'))
  })

  it('is refused when its file is a link that leads out of its folder, or cannot be read', async () => {
    const out = await compileFiles({
      ...files,
      'elsewhere.mjs': '',
      'plugins/billing/server.mjs': { link: '../../elsewhere.mjs' },
    })
    expect(out.diagnostics).toMatchObject([
      {
        code: 'MANIFEST_INVALID',
        line: 11,
        message: '`plugin.artifact` names "./server.mjs", a link that leads out of the folder of the plugin.',
      },
    ])
    expect(out.catalog).toEqual([])
    const refused = await compileFiles({ ...files, 'plugins/billing/server.mjs': { refuses: 'EACCES' } })
    expect(refused.diagnostics).toMatchObject([
      { code: 'UNREADABLE', line: 11, details: { path: 'plugins/billing/server.mjs' } },
    ])
  })

  it('is pinned through a link inside of its folder', async () => {
    const { plugins } = await compileFiles({
      ...files,
      'plugins/billing/real.mjs': 'real()',
      'plugins/billing/server.mjs': { link: 'real.mjs' },
    })
    expect(plugins[0]?.artifact).toEqual({ path: 'server.mjs', sha256: sha256('real()') })
  })

  it('loses an ID to a file that has it only by an error that names both', async () => {
    const { diagnostics, catalog } = await compileFiles({
      ...files,
      'extensions/billing/ping.ts': 'export class Ping implements Module { execute() {} }',
    })
    expect(diagnostics).toMatchObject([
      {
        code: 'MODULE_ID_CONFLICT',
        file: 'extensions/billing/ping.ts',
        related: [{ file: 'plugins/billing/dagstack.toml', line: 36, column: 6 }],
      },
    ])
    expect(catalog.map(({ id }) => id)).toEqual(['billing.get_total'])
  })
})

describe('generated modules', () => {
  it('name what runs plugins elsewhere only for a server, and only as far as a plugin needs it', async () => {
    const { emit } = await compileFiles(files)
    const server = emit.registryModule({ server: true })
    expect(server).toContain(
      "  child: () => import('unplugin-module-registry/process').then(({ createProcessPlugin }) => createProcessPlugin),",
    )
    expect(server).not.toContain('/mcp')
    const browser = emit.registryModule()
    expect(browser).not.toMatch(/unplugin-module-registry\/process|server\.mjs|LEVEL|artifact|surface/)
    expect(browser).toContain('service:billing')
    const dev = { revision: 0, stamps: {}, roots: [], specifier: (file: string) => file }
    expect(emit.devRegistryModule({ ...dev, inBrowser: true })).not.toMatch(/registry\/process|LEVEL/)
    const devServer = emit.devRegistryModule({ ...dev, inBrowser: false })
    expect(devServer).toContain('LEVEL')
    expect(devServer).toContain('registry/process')
    const plain = await compileFiles({ 'extensions/': '', 'plugins/': '' })
    expect(plain.emit.registryModule({ server: true })).not.toContain('registry/process')
  })

  it('name MCP only where a plugin is an MCP server', async () => {
    const mcp = await compileFiles({
      'extensions/': '',
      'plugins/git/dagstack.toml':
        '[plugin]\nname = "git"\nkind = "mcp"\nruntime = "mcp_http"\nurl = "https://example.org/mcp"\n',
    })
    expect(mcp.diagnostics).toEqual([])
    const server = mcp.emit.registryModule({ server: true })
    expect(server).toContain("mcp: () => import('unplugin-module-registry/mcp')")
    expect(server).not.toContain('registry/process')
    expect(mcp.emit.registryModule()).not.toContain('example.org')
    expect(mcp.plugins[0]).toMatchObject({ url: 'https://example.org/mcp' })
    expect(mcp.plugins[0]).not.toHaveProperty('tools')
  })

  it('hold nothing of how a plugin is run that a browser might show', async () => {
    const { plugins } = await compileFiles(files)
    expect(Object.keys(publicPlugin(plugins[0]!)).sort()).toEqual([
      ...['dependsOn', 'folder', 'id', 'kind', 'manifest', 'metadata', 'name', 'origin', 'pluginKind'],
      ...['priority', 'resources', 'runtime', 'scope', 'startupTimeoutSec', 'teardownTimeoutSec'],
      ...['tools', 'version'],
    ])
  })

  it('are for a server in the file for programs without a bundler, unless it is said otherwise', async () => {
    const [file] = (await compileFiles(files, { output: 'registry.gen.ts' })).emit.files()
    expect(file?.text).toContain("import('unplugin-module-registry/process')")
    const [other] = (await compileFiles(files, { output: 'registry.gen.ts', server: false })).emit.files()
    expect(other?.text).not.toContain('registry/process')
  })
})

describe('digests', () => {
  it.each([
    ['de4a145223b39404fa8c3e78d0f1a374415b16d85dd6fb126322b5d563e31035', { name: 'demo', version: '1.0.0' }],
  ])('of a surface are those of the reference: %s', (digest, surface) => {
    expect(sha256(surfaceDigestText(surface))).toBe(digest)
  })

  it.each([
    ['2f925f1587e3a7d570e2c35ce29ed7f3b3584dec5ee0b4de967f89d6e5cdaba1', { id: 'a', name: 'A' }],
    [
      'c740772ca1979cc74cd4a52d5fe443d74169fc870d55c7a35b176ce30497a01f',
      { id: 'a', name: 'A', description: '\ud800x' },
    ],
    [
      'ab23e88fb4bef1ddaa0f0140ce6bbe192e20e223aaa7667814a7c0374ea25259',
      { id: 'a', name: 'A', description: '<b>&A\u00e9é/\b\f\n\u0001\u007f\u2028' },
    ],
  ])('of a tool are those of the reference: %s', (digest, tool) => {
    expect(sha256(toolDigestText(tool))).toBe(digest)
  })

  it('take what looks like an escape for what it is', () => {
    expect(toolDigestText({ id: 'a', name: 'A', description: '\\ud800' })).toContain('"\\\\ud800"')
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { runNode } from '../support/packed/run-node.ts'

const { project, folder } = inject('packed')
const name = 'unplugin-module-registry'
const bundlers = ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack', 'farm', 'bun']

/** The exports of an entry as Node sees them, each with its type: `scanFile: function`. */
function exportsOf(entry: string): unknown {
  return runNode(
    project,
    `const entry = await import('${entry}')
    console.log(JSON.stringify(Object.keys(entry).sort().map((key) => key + ': ' + typeof entry[key])))`,
  )
}

describe('import', () => {
  it('gives the build-time front door', () => {
    expect(exportsOf(name)).toMatchInlineSnapshot(`
      [
        "IdTooLongError: function",
        "InvalidSegmentError: function",
        "ModuleIdConflictError: function",
        "ModuleRegistryError: function",
        "OptionsInvalidError: function",
        "ParseError: function",
        "PluginRootError: function",
        "PluginsContradictError: function",
        "UnreadableError: function",
        "compile: function",
        "default: object",
        "defineConfig: function",
        "discoverMultiClass: function",
        "discoverPlugins: function",
        "formatDiagnostic: function",
        "formatDiagnostics: function",
        "scanDirectory: function",
        "scanFile: function",
        "unplugin: object",
      ]
    `)
  })

  it.each(bundlers)('gives the plugin function of %s', (bundler) => {
    expect(exportsOf(`${name}/${bundler}`)).toEqual(['default: function', 'module.exports: function'])
  })

  it('gives the runtime', () => {
    expect(exportsOf(`${name}/runtime`)).toMatchInlineSnapshot(`
      [
        "AmbiguousPluginError: function",
        "IdTooLongError: function",
        "InterceptorError: function",
        "InvalidSegmentError: function",
        "KindUnknownError: function",
        "ModuleIdConflictError: function",
        "ModuleLoadError: function",
        "ModuleNotFoundError: function",
        "ModuleRegistryError: function",
        "PluginNotFoundError: function",
        "PluginSetupError: function",
        "PluginTeardownError: function",
        "PluginUnavailableError: function",
        "RESERVED_WORDS: object",
        "Registry: function",
        "ReservedWordError: function",
        "TeardownError: function",
        "ToolNameError: function",
        "chunkLoaders: function",
        "createHotRegistry: function",
        "createRegistry: function",
        "defineCatalog: function",
        "defineContributions: function",
        "defineModule: function",
        "definePlugins: function",
        "defineSlots: function",
        "hashTools: function",
        "multiClass: function",
        "onCatalogUpdate: function",
        "overridePlugin: function",
        "pluginHost: function",
        "pluginTools: function",
        "readMetadata: function",
        "registerPlugin: function",
        "runChain: function",
        "slotOwners: function",
        "stopChain: function",
        "toTools: function",
        "toolName: function",
        "toolNameToId: function",
        "unregisterPlugin: function",
      ]
    `)
  })

  it('gives the kernel', () => {
    expect(exportsOf(`${name}/kernel`)).toMatchInlineSnapshot(`
      [
        "ActivationError: function",
        "AmbiguousPluginError: function",
        "BuildAbortedError: function",
        "Builder: function",
        "Catalog: function",
        "CloseError: function",
        "ConflictError: function",
        "ContributionsInvalidError: function",
        "ContributorError: function",
        "INTERCEPTOR_PRIORITY: object",
        "InterceptorError: function",
        "KINDS: object",
        "KernelArgumentError: function",
        "ModuleRegistryError: function",
        "ResolutionError: function",
        "RuntimeSet: function",
        "RuntimeSnapshot: function",
        "SCOPES: object",
        "SlotConflictError: function",
        "ValidationError: function",
        "parseSlot: function",
        "providerSlot: function",
        "runChain: function",
        "stopChain: function",
        "toolSlot: function",
      ]
    `)
  })

  it('gives the process entry', () => {
    expect(exportsOf(`${name}/process`)).toMatchInlineSnapshot(`
      [
        "CallTimeoutError: function",
        "DEFAULT_FRAME_BYTES: number",
        "DEFAULT_INFLIGHT: number",
        "DEFAULT_LIMITS: object",
        "ERROR_CODES: object",
        "EXIT_CODES: object",
        "FrameTooLargeError: function",
        "HandshakeMismatchError: function",
        "LARGEST_LINE_BYTES: number",
        "ModuleDefinitionError: function",
        "NO_ANSWER: symbol",
        "PROTO: object",
        "Peer: function",
        "PeerClosedError: function",
        "PeerFaultError: function",
        "ProcessDescriptorError: function",
        "ProcessMismatchError: function",
        "ProcessUnavailableError: function",
        "RingSink: function",
        "Supervisor: function",
        "TooManyCallsError: function",
        "WireError: function",
        "acknowledgeFeatures: function",
        "artifactDigest: function",
        "checkCritical: function",
        "createProcessPlugin: function",
        "handshake: function",
        "negotiate: function",
        "serveModule: function",
        "surfaceDigest: function",
        "toolDigest: function",
        "waitForReady: function",
      ]
    `)
  })

  it('gives the MCP entry', () => {
    expect(exportsOf(`${name}/mcp`)).toMatchInlineSnapshot(`
      [
        "McpSdkMissingError: function",
        "McpServerUnavailableError: function",
        "McpToolError: function",
        "createMcpPlugin: function",
        "createMcpServer: function",
        "serveStdio: function",
      ]
    `)
  })

  it('gives nothing that the package does not list', () => {
    expect(() => exportsOf(`${name}/dist/index.js`)).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})

describe('require', () => {
  it.each(bundlers)('gives the plugin function of %s itself', (bundler) => {
    const code = `
      const plugin = require('${name}/${bundler}')
      let made
      try { made = plugin() } catch (error) { made = error.message }
      console.log(JSON.stringify([typeof plugin, Object.keys(made).filter((key) => key === 'name' || key === 'apply'), made]))`
    const [type, keys, made] = runNode(project, code, 'commonjs') as [string, string[], unknown]
    expect(type).toBe('function')
    if (bundler === 'bun') expect(made).toBe('Bun is not supported in this environment')
    else expect(keys).toEqual([/^(webpack|rspack)$/.test(bundler) ? 'apply' : 'name'])
  })

  it.each(['', '/runtime', '/kernel', '/process', '/mcp'])(
    'gives the same names as import for "%s"',
    (path) => {
      // Node adds the mark where there is a default export.
      const code = `
      const names = Object.keys(require('${name}${path}')).filter((key) => key !== '__esModule')
      console.log(JSON.stringify(names.sort()))`
      const imported = exportsOf(name + path) as string[]
      expect(imported.length).toBeGreaterThan(0)
      expect(runNode(project, code, 'commonjs')).toEqual(imported.map((entry) => entry.split(':')[0]))
    },
  )

  it('gives package.json', () => {
    const version = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
    const code = `console.log(JSON.stringify(require('${name}/package.json').version))`
    expect(runNode(project, code, 'commonjs')).toBe(version)
  })
})

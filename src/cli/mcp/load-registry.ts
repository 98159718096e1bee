import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createEsbuildPlugin, createVitePlugin } from 'unplugin'
import { pluginFactory } from '../../bundler/plugin.ts'
import { PLUGIN_NAME } from '../../bundler/session.ts'
import type { Registry } from '../../runtime/api.ts'

/** The registry of a project, in this process. */
export interface LoadedRegistry {
  readonly registry: Registry
  close(): Promise<void>
}

const REGISTRY = 'virtual:module-registry'

/**
 * Loads the registry of a project with the bundler that it has installed: Vite with the project's own configuration, else
 * esbuild with the defaults of the plugin.
 *
 * @param root absolute path
 * @throws an error that says what is wrong with the project, or that it has neither
 */
export async function loadRegistry(root: string): Promise<LoadedRegistry> {
  const vite = await importFrom<typeof import('vite')>(root, 'vite')
  if (vite !== undefined) return loadWithVite(vite, root)
  const esbuild = await importFrom<typeof import('esbuild')>(root, 'esbuild')
  if (esbuild !== undefined) return loadWithEsbuild(esbuild, root)
  throw new Error(
    `Neither Vite nor esbuild is installed in "${root}", and one of them is needed to load its modules.`,
  )
}

async function loadWithVite(vite: typeof import('vite'), root: string): Promise<LoadedRegistry> {
  const start = (plugins: import('vite').PluginOption[]) =>
    vite.createServer({
      root,
      plugins,
      appType: 'custom',
      clearScreen: false,
      // What Vite would say is on standard output, which is the protocol's.
      customLogger: stderrLogger(vite),
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    })
  let server = await start([])
  if (!server.config.plugins.some(({ name }) => name === PLUGIN_NAME)) {
    await server.close()
    server = await start([createVitePlugin(pluginFactory)() as import('vite').PluginOption])
  }
  try {
    const { registry } = (await server.ssrLoadModule(REGISTRY)) as { registry: Registry }
    return { registry, close: () => server.close() }
  } catch (error) {
    await server.close()
    throw error
  }
}

function stderrLogger(vite: typeof import('vite')): import('vite').Logger {
  const logger = vite.createLogger('warn')
  const print = (message: string): void => void process.stderr.write(`${message}\n`)
  return { ...logger, info: () => {}, warn: print, warnOnce: print, error: print }
}

async function loadWithEsbuild(esbuild: typeof import('esbuild'), root: string): Promise<LoadedRegistry> {
  const folder = join(root, 'node_modules/.cache/unplugin-module-registry')
  const outfile = join(folder, `registry-${process.pid}.mjs`)
  mkdirSync(folder, { recursive: true })
  try {
    await esbuild.build({
      stdin: { contents: `export { registry } from '${REGISTRY}'`, resolveDir: root },
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      plugins: [createEsbuildPlugin(pluginFactory)() as import('esbuild').Plugin],
      outfile,
      logLevel: 'warning',
    })
    const { registry } = (await import(pathToFileURL(outfile).href)) as { registry: Registry }
    return { registry, close: async () => {} }
  } finally {
    rmSync(outfile, { force: true })
  }
}

/** Imports a package as the project would; nothing when it is not installed there. */
async function importFrom<T>(root: string, name: string): Promise<T | undefined> {
  let path: string
  try {
    path = createRequire(join(root, 'package.json')).resolve(name)
  } catch {
    return undefined
  }
  const namespace = (await import(pathToFileURL(path).href)) as T & { default?: T }
  return 'createServer' in (namespace as object) || 'build' in (namespace as object)
    ? namespace
    : namespace.default
}

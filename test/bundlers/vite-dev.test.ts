import { createServer, type InlineConfig } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Options } from '../../src/index.ts'
import moduleRegistry from '../../src/vite.ts'
import { app, appOutput } from './support/app.ts'
import { createProject, type Files } from './support/project.ts'

/** A dev server without a port, closed when the test has finished; what it prints is in `printed`. */
async function serve(files: Files, options?: Options, config: InlineConfig = {}) {
  const project = await createProject(files)
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  const server = await createServer({
    root: project.root,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    customLogger: {
      ...{ info: print, warn: print, warnOnce: print, error: print, clearScreen: () => {} },
      ...{ hasErrorLogged: () => false, hasWarned: false },
    },
    plugins: [moduleRegistry(options)],
    ...config,
  })
  onTestFinished(() => server.close())
  return { project, server, printed }
}

describe('the dev server', () => {
  it('runs the registry on the server side', async () => {
    const { server } = await serve(app)
    const { catalog, registry } = await server.ssrLoadModule('virtual:module-registry')
    expect(registry.ids()).toEqual(appOutput.ids)
    expect(JSON.parse(JSON.stringify(catalog))).toEqual(appOutput.catalog)
    expect(await registry.call('math.ops.add', { a: 1, b: 2 })).toBe(3)
    expect(await registry.call('flow.chain', 'hey')).toEqual(appOutput.chain)
    const { runner } = server.environments.ssr as unknown as {
      runner: { import(id: string): Promise<object> }
    }
    expect(await runner.import('virtual:module-registry/catalog')).toMatchObject({ catalog })
  })

  it('has one runtime for generated modules and for the application', async () => {
    const { server } = await serve(app)
    const { registry } = await server.ssrLoadModule('virtual:module-registry')
    const { ModuleNotFoundError, Registry } = await server.ssrLoadModule('unplugin-module-registry/runtime')
    expect(registry).toBeInstanceOf(Registry)
    await expect(registry.load('nothing')).rejects.toBeInstanceOf(ModuleNotFoundError)
  })

  it('gives pages the registry, without markers, and without a source map that repeats it', async () => {
    const { server } = await serve(app)
    const { client } = server.environments
    for (const id of ['virtual:module-registry', 'virtual:module-registry/catalog']) {
      const { code } = (await client.transformRequest(id))!
      expect(code).toMatch(id.endsWith('catalog') ? /\bcatalog = / : /\bregistry = /)
      expect(code).not.toContain('sourceMappingURL')
    }
    const { code } = (await client.transformRequest('/extensions/math/ops.ts'))!
    expect(code).toContain('class Add')
    expect(code.replace(/^\/\/# .*$/m, '')).not.toMatch(/multiClass|@/)
  })

  it('starts whatever is wrong, says so, and serves what is healthy', async () => {
    const { server, printed } = await serve({
      ...app,
      'extensions/1st.ts': app['extensions/constructor.ts']!,
    })
    const { registry } = await server.ssrLoadModule('virtual:module-registry')
    expect(registry.ids()).toEqual(appOutput.ids)
    expect(printed.join('\n')).toContain('INVALID_SEGMENT')
  })

  it('starts with wrong options, and says so', async () => {
    const { server, printed } = await serve(app, { extension: 'src' } as Options)
    await server.environments.client.transformRequest('virtual:module-registry')
    expect(printed.join('\n')).toContain('did you mean `extensions`?')
  })
})

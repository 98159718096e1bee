import { type Plugin as EsbuildPlugin, build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { describe, expect, it } from 'vitest'
import esbuildPlugin from '../../src/esbuild.ts'
import vitePlugin from '../../src/vite.ts'
import { createProject } from './support/project.ts'

const files = {
  'extensions/a.ts': "export const a: Module = { execute: () => 'A' }",
  'lib/b.ts': "export const b: Module = { execute: () => 'B' }",
  'main.ts': "import { registry } from 'virtual:module-registry'\nconsole.log(registry.ids())",
}
const message = 'the plugin is there 2 times; keep one, and list all roots in its `extensions` option.'

/** Resolves everything by itself, as many alias and resolver plugins do, and tells its own questions by a token. */
const resolver = (): EsbuildPlugin => ({
  name: 'resolver',
  setup(build) {
    const token = {}
    build.onResolve({ filter: /.*/ }, ({ path, pluginData, resolveDir, importer, kind }) =>
      pluginData === token
        ? undefined
        : build.resolve(path, { resolveDir, importer, kind, pluginData: token }),
    )
  },
})

const bundle = async (root: string, plugins: EsbuildPlugin[]) =>
  esbuild({
    absWorkingDir: root,
    entryPoints: ['main.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins,
  })

describe('esbuild', () => {
  it.each([
    ['before', () => [resolver(), esbuildPlugin()]],
    ['behind', () => [esbuildPlugin(), resolver()]],
  ])('gets along with a plugin that resolves everything, %s ours', async (_, plugins) => {
    const { root } = await createProject(files)
    const { outputFiles } = await bundle(root, plugins())
    expect(outputFiles[0]!.text).toContain('extensions/a.ts')
  })

  it('ends when the plugin is there twice, and says so', async () => {
    const { root } = await createProject(files)
    const failure = await bundle(root, [esbuildPlugin(), esbuildPlugin()]).catch((error) => error)
    expect(failure.errors[0].text).toBe(`OPTIONS_INVALID: ${message}`)
  })
})

describe('Vite', () => {
  it('refuses the plugin twice, whose copies would write contradicting types', async () => {
    const { root } = await createProject(files)
    const plugins = [vitePlugin(), vitePlugin({ extensions: 'lib' })]
    const building = vite({ root, configFile: false, logLevel: 'silent', build: { ssr: 'main.ts' }, plugins })
    await expect(building).rejects.toThrow(message)
  })
})

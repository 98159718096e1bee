import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import esbuildRegistry from '../../src/esbuild.ts'
import { compile } from '../../src/index.ts'
import viteRegistry from '../../src/vite.ts'
import { createProject, type Project, readTree } from './support/project.ts'
import { runProgram } from './support/run.ts'

/** How many modules there are; `SCALE=20000` for a large project, with some minutes of patience. */
const scale = Number(process.env.SCALE ?? 240)
const TOP_FOLDERS = 8
const patience = 60_000 + scale * 30

const fileOf = (n: number) => `extensions/top_${n % TOP_FOLDERS}/inner_${n % 7}/module_${n}.ts`
const idOf = (n: number) => `top_${n % TOP_FOLDERS}.inner_${n % 7}.module_${n}`

const moduleText = (n: number) => `import type { Module } from 'unplugin-module-registry/runtime'
export class Module${n} implements Module {
  readonly description = 'Answers with ${n}'
  readonly inputSchema = { type: 'object', properties: { by: { type: 'number', minimum: ${n} } } }
  execute({ by }: { by: number }) {
    return ${n} * by
  }
}
`

async function largeProject(modules: number): Promise<Project> {
  const project = await createProject({
    'src/main.ts': `import { registry } from 'virtual:module-registry'
const answer = await registry.call('${idOf(modules - 1)}', { by: 2 })
console.log(JSON.stringify({ modules: registry.ids().length, answer }))
`,
  })
  project.write(Object.fromEntries(Array.from({ length: modules }, (_, n) => [fileOf(n), moduleText(n)])))
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  process.chdir(project.root)
  return project
}

const expected = { modules: scale, answer: 2 * (scale - 1) }

describe(`${scale} modules`, () => {
  it('are built by Vite into a chunk for each top-level folder', { timeout: patience }, async () => {
    const { root, path } = await largeProject(scale)
    await vite({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [viteRegistry({ chunks: 'folder' })],
      build: { ssr: 'src/main.ts', target: 'node20' },
    })
    const chunks = Object.keys(readTree(path('dist'))).filter((file) => file.endsWith('.js'))
    expect(chunks.length).toBeGreaterThanOrEqual(TOP_FOLDERS)
    expect(chunks.length).toBeLessThan(TOP_FOLDERS + 6)
    expect(runProgram(path('dist/main.js'))).toEqual(expected)
  })

  it('are built by esbuild', { timeout: patience }, async () => {
    const { root, path } = await largeProject(scale)
    await esbuild({
      absWorkingDir: root,
      entryPoints: ['src/main.ts'],
      outdir: 'dist',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      plugins: [esbuildRegistry({ root, chunks: 'folder' })],
    })
    expect(runProgram(path('dist/main.js'))).toEqual(expected)
  })

  it('take generated texts that grow as their number does', { timeout: patience }, async () => {
    const sizes = async (modules: number) => {
      const { root } = await largeProject(modules)
      const { emit, diagnostics } = await compile({ root, chunks: 'folder', output: 'src/registry.gen.ts' })
      expect(diagnostics).toEqual([])
      const texts = [emit.registryModule(), emit.catalogModule(), ...emit.files().map(({ text }) => text)]
      return texts.map(({ length }) => length)
    }
    const [large, small] = [await sizes(scale), await sizes(scale / 4)]
    large.forEach((size, index) => void expect(size / small[index]!).toBeLessThan(4.5))
  })
})

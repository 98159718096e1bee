import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import moduleRegistry from '../../src/vite.ts'
import { app, appOutput } from './support/app.ts'
import { createProject, type Project, readTree } from './support/project.ts'
import { runProgram } from './support/run.ts'

const { parsed } = vi.hoisted(() => ({ parsed: [] as string[] }))

/* Every text that is parsed, with or without the compiler, goes through this function. */
vi.mock('../../src/compiler/parse/file-facts.ts', async (original) => {
  const facts = await original<typeof import('../../src/compiler/parse/file-facts.ts')>()
  return {
    ...facts,
    parseFile: (...parameters: Parameters<typeof facts.parseFile>) => {
      parsed.push(parameters[0])
      return facts.parseFile(...parameters)
    },
  }
})

const CACHE = 'node_modules/.cache/unplugin-module-registry'
/** What a cache of builds keeps of a project, as the README says. */
const KEPT = ['dist', 'src/module-registry.d.ts', CACHE]

/** Builds from within the project, as a user does: bundlers name files from the working folder. */
async function buildIn(project: Project): Promise<void> {
  parsed.length = 0
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  process.chdir(project.root)
  await build({
    root: project.root,
    configFile: false,
    logLevel: 'silent',
    plugins: [moduleRegistry({ dts: true, cache: CACHE })],
    build: { ssr: 'src/main.ts', minify: false },
  })
}

const sources = Object.fromEntries(
  Object.entries(app).map(([file, text]) => [file === 'main.ts' ? 'src/main.ts' : file, text]),
)

describe('a build whose outputs and cache are put elsewhere', () => {
  it('is the same there, byte for byte, and parses nothing again', async () => {
    const first = await createProject(sources, { folder: 'here/project' })
    await buildIn(first)
    expect(parsed.length).toBeGreaterThan(0)
    const other = await createProject(sources, { folder: 'elsewhere/at/another/depth/project' })
    for (const path of KEPT) {
      expect(existsSync(first.path(path)), path).toBe(true)
      cpSync(first.path(path), other.path(path), { recursive: true, preserveTimestamps: false })
    }
    const before = KEPT.map((path) => (path.endsWith('.ts') ? other.read(path) : readTree(other.path(path))))
    await buildIn(other)
    expect(parsed).toEqual([])
    const after = KEPT.map((path) => (path.endsWith('.ts') ? other.read(path) : readTree(other.path(path))))
    expect(after).toEqual(before)
    expect(runProgram(other.path('dist/main.js'))).toEqual(appOutput)
  })

  it('parses again only what was edited', async () => {
    const first = await createProject(sources)
    await buildIn(first)
    const other = await createProject(sources)
    cpSync(first.path(CACHE), other.path(CACHE), { recursive: true })
    const file = 'extensions/math/ops.ts'
    expect(Object.keys(sources)).toContain(file)
    other.write({ [file]: `${sources[file]}\n` })
    await buildIn(other)
    expect(parsed).toEqual([other.path(file)])
  })

  it('has its outputs named in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const [turbo, nx] = ['tasks', 'targetDefaults'].map((key) => {
      const json = readme.match(new RegExp(`^\\{\\n  "${key}"[^]*?^\\}$`, 'm'))
      const { outputs } = JSON.parse(json![0])[key].build as { outputs: string[] }
      return outputs.map((output) => output.replace('{projectRoot}/', '').replace('/**', ''))
    })
    expect([turbo, nx]).toEqual([KEPT, KEPT])
  })
})

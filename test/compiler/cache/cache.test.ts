import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Compilation, Options } from '../../../src/index.ts'
import { createProject, type Project, type ProjectFiles } from '../../support/project.ts'

const options: Options = { cache: 'kept' }

const files: ProjectFiles = {
  'extensions/greet.ts': `import type { Module } from 'unplugin-module-registry/runtime'
import { LIMIT } from '../lib/limits'
export class Greet implements Module {
  readonly description = 'one'
  readonly metadata = { limit: LIMIT }
  execute() {}
}
`,
  'extensions/tools/clock.ts': `import { Tool } from '../../lib/tool'
export class Clock extends Tool {
  execute() {}
}
`,
  'extensions/broken.ts': 'export class Broken implements Module {\n',
  'extensions/notes.ts': 'export const notes = 1\n',
  'lib/limits.ts': 'export const LIMIT = 10\n',
  'lib/tool.ts': `import type { Module } from 'unplugin-module-registry/runtime'
export abstract class Tool implements Module {
  readonly version = '1.0.0'
  abstract execute(): void
}
`,
}

/** Everything that a compilation says, as one text. */
function print({ catalog, diagnostics, inputs, emit }: Compilation): string {
  return JSON.stringify([catalog, diagnostics, inputs, emit.files()])
}

function keptFile(project: Project): string {
  const [name, ...others] = readdirSync(project.path('kept')).filter((file) => file.endsWith('.scan'))
  expect(others).toEqual([])
  return join(project.path('kept'), name!)
}

/** Changes what the cache says, so that answers from it can be told from others. */
function forge(project: Project, from: string, to: string): void {
  const path = keptFile(project)
  const [, content] = readFileSync(path, 'utf8').split('\n', 2)
  expect(content).toContain(from)
  const forged = content!.replaceAll(from, to)
  writeFileSync(path, `${createHash('sha1').update(forged).digest('base64')}\n${forged}`)
}

async function descriptions(project: Project): Promise<unknown[]> {
  const { catalog } = await project.compile(options)
  return catalog.map((entry) => entry.description ?? entry.version)
}

/** A project that was compiled once, and whose cache claims that `one` is `forged`. */
async function warmProject(more: ProjectFiles = {}): Promise<Project> {
  const project = createProject({ ...files, ...more })
  await project.compile(options)
  forge(project, '"one"', '"forged"')
  expect(await descriptions(project)).toEqual(['forged', '1.0.0'])
  return project
}

describe('the cache on disk', () => {
  it('gives the answers of a run without it, and writes nothing when it has nothing new', async () => {
    const project = createProject(files)
    const cold = await project.compile({ cache: false })
    expect(existsSync(project.path('kept'))).toBe(false)
    const first = await project.compile(options)
    const { mtimeMs, ino } = statSync(keptFile(project))
    const second = await project.compile(options)
    expect(print(first)).toBe(print(cold))
    expect(print(second)).toBe(print(cold))
    expect(cold.diagnostics.map(({ code }) => code)).toEqual(['PARSE_ERROR'])
    expect(statSync(keptFile(project))).toMatchObject({ mtimeMs, ino })
  })

  it('is asked instead of the sources', async () => {
    await warmProject()
  })

  it('follows the text of a file, whatever its size and its times are', async () => {
    const project = await warmProject()
    const path = project.path('extensions/greet.ts')
    const { atime, mtime } = statSync(path)
    writeFileSync(path, readFileSync(path, 'utf8').replace("'one'", "'two'"))
    utimesSync(path, atime, mtime)
    expect(await descriptions(project)).toEqual(['two', '1.0.0'])
  })

  it('does not mind a newer time', async () => {
    const project = await warmProject()
    utimesSync(project.path('extensions/greet.ts'), new Date(), new Date())
    expect(await descriptions(project)).toEqual(['forged', '1.0.0'])
  })

  it.each<[string, (project: Project) => void]>([
    ['a constant', (project) => project.write({ 'lib/limits.ts': 'export const LIMIT = 20\n' })],
    ['a helper that is gone', (project) => project.remove('lib/limits.ts')],
    [
      'a helper that stands before it',
      (project) => project.write({ 'lib/limits/index.ts': '', 'lib/limits.tsx': 'export const LIMIT = 3' }),
    ],
    [
      'a path of the tsconfig',
      (project) =>
        project.write({
          'tsconfig.json': '{ "compilerOptions": { "paths": { "../lib/limits": ["./other.ts"] } } }',
          'other.ts': 'export const LIMIT = 7',
        }),
    ],
  ])('follows what a file depends on: %s', async (_, change) => {
    const project = createProject(files)
    await project.compile(options)
    change(project)
    expect(print(await project.compile(options))).toBe(print(await project.compile({ cache: false })))
  })

  it('follows the file that a plugin begins with', async () => {
    const project = createProject({
      ...files,
      'plugins/bell/dagstack.toml': '[plugin]\nkind = "sound"\nname = "bell"\nentry_point = "bell:Bell"\n',
      'plugins/bell/bell.ts': 'export class Bell {}\n',
    })
    const errors = async () => (await project.compile(options)).diagnostics.map(({ code }) => code)
    expect(await errors()).toEqual(['PARSE_ERROR'])
    expect(await errors()).toEqual(['PARSE_ERROR'])
    project.write({ 'plugins/bell/bell.ts': 'export class Ball {}\n' })
    expect(await errors()).toEqual(['PARSE_ERROR', 'ENTRY_POINT_NOT_FOUND'])
  })

  it('follows a base class in another file', async () => {
    const project = createProject(files)
    await project.compile(options)
    project.write({ 'lib/tool.ts': 'export abstract class Tool {}\n' })
    const { catalog } = await project.compile(options)
    expect(catalog.map(({ id }) => id)).toEqual(['greet'])
  })

  it('follows the version of a schema library', async () => {
    const library = (version: string, text: string): ProjectFiles => ({
      'node_modules/zod/package.json': `{ "name": "zod", "version": "${version}", "main": "index.js" }`,
      'node_modules/zod/index.js': text,
    })
    const source = `import { z } from 'zod'
import type { Module } from 'unplugin-module-registry/runtime'
export class A implements Module { readonly inputSchema = z.object({}); execute() {} }
`
    const project = createProject({ 'extensions/a.ts': source, ...library('3.0.0', 'exports.z = {}') })
    const reason = async () => (await project.compile(options)).catalog[0]!.unresolved?.inputSchema?.reason
    expect(await reason()).toContain('zod 3.0.0')
    project.write(library('3.1.0', 'exports.z = {}'))
    expect(await reason()).toContain('zod 3.1.0')
    project.remove('node_modules/zod')
    expect(await reason()).toContain('not installed')
    project.write(library('3.1.0', 'exports.z = {}'))
    expect(await reason()).toContain('zod 3.1.0')
  })

  it('is another one for other options', async () => {
    const project = await warmProject()
    const { catalog } = await project.compile({ ...options, moduleInterface: 'Module', metadata: 'required' })
    expect(catalog[0]!.description).toBe('one')
    expect(await descriptions(project)).toEqual(['forged', '1.0.0'])
  })

  it('holds at another place, also deeper in the file system', async () => {
    const project = await warmProject()
    const other = createProject({}, 'deep/down/elsewhere')
    cpSync(project.root, other.root, { recursive: true })
    expect(await descriptions(other)).toEqual(['forged', '1.0.0'])
    expect(readFileSync(keptFile(other), 'utf8')).not.toContain(project.root)
  })

  it('is not believed where packages are found that were not there', async () => {
    const project = await warmProject({
      'extensions/odd.ts': `import { Base } from 'somewhere'
export class Odd extends Base { execute() {} }
`,
    })
    const workspace = createProject({
      'node_modules/somewhere/package.json': '{ "name": "somewhere", "types": "./index.d.ts" }',
      'node_modules/somewhere/index.d.ts': `import type { Module } from 'unplugin-module-registry/runtime'
export declare class Base implements Module { execute(): void }
`,
    })
    const inner = workspace.path('apps/one')
    mkdirSync(inner, { recursive: true })
    cpSync(project.root, inner, { recursive: true })
    const { catalog } = await workspace.compile({ ...options, root: inner })
    expect(catalog.map(({ id, description }) => [id, description])).toEqual([
      ['greet', 'one'],
      ['odd', undefined],
      ['tools.clock', undefined],
    ])
  })

  it('is of no use when it is cut off or damaged anywhere, and is mended', async () => {
    const project = await warmProject()
    const path = keptFile(project)
    const whole = readFileSync(path)
    for (const size of [0, 1, 20, 29, 30, Math.floor(whole.length / 2), whole.length - 1]) {
      truncateSync(path, size)
      expect(await descriptions(project)).toEqual(['one', '1.0.0'])
      writeFileSync(path, whole)
    }
    for (const at of [0, 28, 29, 200, whole.length - 2]) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1
      writeFileSync(path, damaged)
      expect(await descriptions(project)).toEqual(['one', '1.0.0'])
    }
    expect(readFileSync(path).length).toBeLessThan(whole.length)
    writeFileSync(path, whole)
    expect(await descriptions(project)).toEqual(['forged', '1.0.0'])
  })

  it.each(['null', '[]', '{}', '1', '{"observations":1}', '{"files":null}', 'nonsense'])(
    'is of no use with another content: %s',
    async (content) => {
      const project = await warmProject()
      const hash = createHash('sha1').update(content).digest('base64')
      writeFileSync(keptFile(project), `${hash}\n${content}`)
      expect(await descriptions(project)).toEqual(['one', '1.0.0'])
      expect(await descriptions(project)).toEqual(['one', '1.0.0'])
    },
  )

  it('works where nothing can be written', async () => {
    const project = createProject({ ...files, kept: 'a file, not a folder' })
    expect(await descriptions(project)).toEqual(['one', '1.0.0'])
    expect(readFileSync(project.path('kept'), 'utf8')).toBe('a file, not a folder')
  })

  it('does not grow without end', async () => {
    const project = createProject(files)
    for (let index = 0; index < 20; index++) {
      await project.compile({ ...options, moduleFactories: [`factory-${index}`] })
    }
    expect(readdirSync(project.path('kept')).filter((file) => file.endsWith('.scan')).length).toBe(8)
  })

  it('says by itself that it is not to be committed', async () => {
    const project = createProject(files)
    await project.compile(options)
    expect(readFileSync(project.path('kept/.gitignore'), 'utf8')).toBe('*\n')
    rmSync(project.path('kept'), { recursive: true })
  })
})

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { runNode } from '../support/packed/run-node.ts'

const { project } = inject('packed')
const name = 'unplugin-module-registry'
const app = join(project, 'cached-application')
const kept = join(project, 'node_modules/.cache', name)

/** A source that is not plain, so that the compiler has to be asked. */
const ENUM = `import type { Module } from '${name}/runtime'
enum Level { Low = 1, High = 2 }
export class Alarm implements Module {
  readonly metadata = { level: Level.High }
  readonly description = 'rings'
  execute() {}
}
`

interface Result {
  readonly catalog: { readonly id: string; readonly description: string; readonly metadata: unknown }[]
  readonly plugins: { readonly id: string }[]
  /** Whether the compiler was loaded, by any way. */
  readonly compiled: boolean
}

/** Compiles the application in a process of its own. */
function compile(options: object = {}): Result {
  return runNode(
    project,
    `import { Session } from 'node:inspector'
    const urls = []
    const session = new Session()
    session.connect()
    session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url))
    session.post('Debugger.enable')
    const { compile } = await import('${name}')
    const { catalog, plugins, emit } = await compile(${JSON.stringify({ root: app, ...options })})
    emit.files()
    console.log(JSON.stringify({ catalog, plugins, compiled: urls.some((url) => /ts-morph/.test(url)) }))`,
  ) as Result
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(app, file)), { recursive: true })
  writeFileSync(join(app, file), text)
}

function keptFiles(kind: string): string[] {
  return existsSync(kept) ? readdirSync(kept).filter((file) => file.endsWith(kind)) : []
}

beforeEach(() => {
  for (const folder of [app, kept]) rmSync(folder, { recursive: true, force: true })
  write('extensions/alarm.ts', ENUM)
  write('plugins/bell/dagstack.toml', '[plugin]\nkind = "sound"\nname = "bell"\nentry_point = "bell:Bell"\n')
  write('plugins/bell/bell.ts', 'enum Tone { High }\nexport class Bell { tone = Tone.High }\n')
  write('tsconfig.json', '{ "compilerOptions": { "strict": true } }')
})

describe('a second start', () => {
  it('does not load the compiler, and finds the same', () => {
    const first = compile()
    const second = compile()
    expect(first.compiled).toBe(true)
    expect(second).toEqual({ ...first, compiled: false })
    expect(first.plugins).toMatchObject([{ id: 'sound:bell', exportName: 'Bell' }])
    expect(first.catalog).toMatchObject([{ id: 'alarm', metadata: { level: 2 } }])
    expect(keptFiles('.scan')).toHaveLength(1)
  })

  it('loads it with the compiled code of the first where something is new', () => {
    compile()
    expect(keptFiles('.code')).toHaveLength(1)
    write('extensions/alarm.ts', ENUM.replace('rings', 'beeps'))
    expect(compile()).toMatchObject({ compiled: true, catalog: [{ description: 'beeps' }] })
    expect(keptFiles('.code')).toHaveLength(1)
  })

  it('does without that code when it is damaged', () => {
    compile()
    const path = join(kept, keptFiles('.code')[0]!)
    const damaged = readFileSync(path)
    damaged.fill(0, 100_000, 104_096)
    writeFileSync(path, damaged)
    write('extensions/alarm.ts', ENUM.replace('rings', 'beeps'))
    expect(compile()).toMatchObject({ compiled: true, catalog: [{ description: 'beeps' }] })
    expect(readFileSync(path).equals(damaged)).toBe(false)
  })
})

describe('`cache: false`', () => {
  it('reads nothing and writes nothing', () => {
    expect(compile({ cache: false }).compiled).toBe(true)
    expect(existsSync(kept)).toBe(false)
    compile()
    rmSync(join(kept, keptFiles('.code')[0]!))
    expect(compile({ cache: false }).compiled).toBe(true)
    expect(keptFiles('.code')).toEqual([])
  })
})

describe('a project without `node_modules`', () => {
  it('has a folder of its own, which is not committed', () => {
    write('package.json', '{ "private": true }')
    compile()
    expect(existsSync(kept)).toBe(false)
    expect(readFileSync(join(app, '.module-registry/.gitignore'), 'utf8')).toBe('*\n')
    expect(compile().compiled).toBe(false)
  })
})

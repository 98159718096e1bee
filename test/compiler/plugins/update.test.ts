import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compilation, Compiler } from '../../../src/compiler/compile.ts'
import type { Options } from '../../../src/compiler/options.ts'
import { resolveOptions } from '../../../src/compiler/resolve-options.ts'
import { type MemoryFiles, type MemoryHost, memoryHost } from '../../support/memory-host.ts'
import { moduleFile } from '../../support/project.ts'
import { manifestText, pluginFiles } from './support.ts'

/** Everything that a compilation says. */
function said({ plugins, catalog, diagnostics, inputs, emit, paths }: Compilation): unknown {
  return [plugins, catalog, diagnostics, inputs, emit.registryModule(), emit.files(), [...paths]]
}

function open(host: MemoryHost, options: Options = {}) {
  return new Compiler(resolveOptions({ root: host.root, dts: true, ...options }, '/'), host)
}

/** A compiler that follows its files, held against one that looks at them for the first time. */
class Follower {
  readonly host: MemoryHost
  readonly #options: Options
  readonly #compiler: Compiler
  #last: Compilation | undefined
  #generation = 0

  constructor(files: MemoryFiles, options: Options = {}) {
    this.host = memoryHost(files)
    this.#options = options
    this.#compiler = open(this.host, options)
  }

  async start(): Promise<void> {
    this.#last = await this.#compiler.compile()
  }

  async change(file: string, text: string | undefined): Promise<boolean> {
    const path = `${this.host.root}/${file}`
    const existed = this.host.kind(path) === 'file'
    if (text === undefined) this.host.remove(file)
    else this.host.write(file, text)
    const structure = !existed || text === undefined
    const { compilation } = await this.#compiler.update(
      { edited: structure ? [] : [path], structure },
      ++this.#generation,
    )
    this.#last = compilation ?? this.#last
    expect(said(this.#last!)).toEqual(said(await open(this.host, this.#options).compile()))
    return compilation !== undefined
  }
}

describe('a project that is followed', () => {
  it('sees plugins come, change and go', async () => {
    const follower = new Follower({ 'extensions/a.ts': moduleFile('A') })
    await follower.start()
    for (const [file, text] of Object.entries(pluginFiles('plugins/mail')))
      await follower.change(file, text as string)
    expect(
      await follower.change('plugins/mail/dagstack.toml', manifestText({ name: 'mail', priority: 3 })),
    ).toBe(true)
    expect(await follower.change('plugins/mail/dagstack.toml', 'broken')).toBe(true)
    expect(await follower.change('plugins/mail/dagstack.toml', 'broken\nmore')).toBe(true)
    expect(await follower.change('plugins/mail/dagstack.toml', manifestText({ name: 'mail' }))).toBe(true)
    expect(await follower.change('plugins/mail/main.ts', 'export class Main { setup() {} }')).toBe(false)
    expect(await follower.change('plugins/mail/main.ts', "export * from './impl.ts'")).toBe(true)
    expect(await follower.change('plugins/mail/impl.ts', 'export class Main {}')).toBe(true)
    expect(await follower.change('plugins/mail/impl.ts', 'export class Other {}')).toBe(true)
    expect(await follower.change('extensions/a.ts', moduleFile('B'))).toBe(true)
    expect(await follower.change('plugins/mail', undefined)).toBe(true)
    expect(await follower.change('extensions/a.ts', 'no class')).toBe(true)
  })

  it('ends equal to a cold compile, after any operations', async () => {
    const folder = fc.constantFrom('plugins/a', 'plugins/b', 'plugins/g/c', 'plugins/g')
    const text = fc.oneof(
      fc
        .record({
          name: fc.constantFrom('a', 'b', 'A'),
          kind: fc.constantFrom('tool', 'llm'),
          dependsOn: fc.subarray(['a', 'tool:b', 'gone']),
          entry: fc.constantFrom('main:Main', 'lib:Main', 'main:Gone'),
        })
        .map(manifestText),
      fc.constantFrom('', 'broken', '[plugin]\nname = "a"'),
    )
    const operation = fc.oneof(
      fc.tuple(
        folder.map((one) => `${one}/dagstack.toml`),
        fc.option(text, { nil: undefined }),
      ),
      fc.tuple(
        folder.chain((one) => fc.constantFrom(`${one}/main.ts`, `${one}/lib.ts`)),
        fc.option(
          fc.constantFrom(
            'export class Main {}',
            "export * from './lib.ts'",
            'export class {',
            'export const Main = 1',
          ),
          { nil: undefined },
        ),
      ),
      fc.tuple(folder, fc.constant(undefined)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 25 }),
        fc.constantFrom('error', 'skip'),
        async (operations, onInvalidPlugin) => {
          const follower = new Follower({ 'extensions/x.ts': moduleFile('X') }, { onInvalidPlugin })
          await follower.start()
          for (const [file, content] of operations) {
            if (content === undefined && follower.host.kind(`${follower.host.root}/${file}`) === undefined)
              continue
            await follower.change(file, content)
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)

  it('lists manifests and entry points among the files that were read', async () => {
    const host = memoryHost(pluginFiles('plugins/a'))
    const compiler = open(host)
    await compiler.compile()
    expect(compiler.files).toEqual(['/project/plugins/a/dagstack.toml', '/project/plugins/a/main.ts'])
    host.write('plugins/a/dagstack.toml', manifestText({ name: 'other' }))
    const again = await compiler.compileEdited(['/project/plugins/a/dagstack.toml'])
    expect(again?.plugins[0]?.id).toBe('tool:other')
  })
})

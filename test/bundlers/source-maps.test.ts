import { describe, expect, it } from 'vitest'
import { hosts } from './support/hosts.ts'
import { createProject } from './support/project.ts'
import { runProgram } from './support/run.ts'

const failing = [
  `import { multiClass as many, type Module } from 'unplugin-module-registry/runtime'`,
  '',
  `/* ä */ @many() /* ö */ export class Fail implements Module {`,
  '  execute(): number {',
  `    throw new Error('on purpose')`,
  '  }',
  '}',
  '@many() export class Late implements Module { execute() { throw new Error("late") } }',
  '',
].join('\n')

const files = {
  'extensions/fail.ts': failing,
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    const place = async (id) => {
      const { stack } = await registry.call(id, {}).catch((error) => error)
      return /\\(?([^\\s(]*fail\\.ts:.*?)\\)?$/m.exec(stack)?.[1]
    }
    Promise.all(registry.ids().map(place)).then((places) => console.log(JSON.stringify(places)))`,
}

/** The text with spaces in place of the marker. */
function blank(text: string): string {
  return text.replace(/^import .*|@many\(\)/gm, (marker) => ' '.repeat(marker.length))
}

describe.each(hosts)('$name', (host) => {
  it.each([{ minify: false }, { minify: true }])(
    'leads from a stack to the source: %o',
    async ({ minify }) => {
      const project = await createProject(files)
      const built = await host.build(project, { minify, sourcemap: true })
      expect(built).toMatchObject({ errors: [], warnings: [] })
      const places = runProgram(built.main, { flags: ['--enable-source-maps'] })
      const file = project.path('extensions/fail.ts')
      // A minifier may leave out the `new`, four characters.
      const oneOf = (line: number, column: number) =>
        expect.toBeOneOf([`${file}:${line}:${column}`, `${file}:${line}:${column + (minify ? 4 : 0)}`])
      expect(places).toEqual([oneOf(5, 11), oneOf(8, 65)])
    },
  )

  it('holds the sources as they were, and paths that start beside the output', async () => {
    const { files: output } = await host.build(await createProject(files), { sourcemap: true })
    const maps = Object.keys(output).filter((name) => name.endsWith('.map'))
    const sources = maps.flatMap((name) => {
      const map = JSON.parse(output[name]!) as { sources: string[]; sourcesContent: string[] }
      return map.sources.map((source, index) => [source, map.sourcesContent[index]] as const)
    })
    // Bun takes no source map of a plugin, so its sources have spaces where the marker was.
    const shown = host.name.startsWith('Bun') ? blank(failing) : failing
    expect(Object.fromEntries(sources)).toMatchObject({ '../extensions/fail.ts': shown })
    const others = sources.map(([source]) => source).filter((source) => !/^\.\.\/(?!\.\.)/.test(source))
    expect(others.filter((source) => !/^module-registry:/.test(source))).toEqual([])
  })
})

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

describe.each(hosts)('$name', (host) => {
  it.each([{ minify: false }, { minify: true }])('leads from a stack to the source: %o', async ({ minify }) => {
    const project = await createProject(files)
    const built = await host.build(project, { minify, sourcemap: true })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const places = runProgram(built.main, { flags: ['--enable-source-maps'] })
    const column = failing.split('\n')[7]!.indexOf('new Error') + 1
    const file = project.path('extensions/fail.ts')
    expect(places).toEqual([`${file}:5:11`, `${file}:8:${column}`])
  })

  it('holds the sources as they were, and nothing of the machine', async () => {
    const project = await createProject(files)
    const { files: output } = await host.build(project, { sourcemap: true })
    const maps = Object.entries(output).filter(([name]) => name.endsWith('.map'))
    const sources = new Map<string, string>()
    for (const [, text] of maps) {
      const map = JSON.parse(text) as { sources: string[]; sourcesContent: string[] }
      map.sources.forEach((source, index) => sources.set(source, map.sourcesContent[index]!))
    }
    expect(sources.get('../extensions/fail.ts')).toBe(failing)
    expect([...sources.keys()].filter((source) => !/^(\.\.\/|virtual:|module-registry:|vite\/|\0)/.test(source))).toEqual([])
    expect([...sources.keys()]).toBe(1)
    expect(JSON.stringify(output)).not.toContain(project.root)
  })
})

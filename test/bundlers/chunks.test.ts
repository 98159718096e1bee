import { describe, expect, it } from 'vitest'
import { type Built, hosts } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runProgram } from './support/run.ts'

const ids = Array.from({ length: 8 }, (_, index) => `m${index}`)
const code = (id: string): string => `the implementation of ${id}`

const modules: Files = Object.fromEntries(
  ids.map((id) => [
    `extensions/${id}.ts`,
    `import type { Module } from 'unplugin-module-registry/runtime'
     export class ${id.toUpperCase()} implements Module {
       static description = 'What ${id} does.'
       execute() { return '${code(id)}' }
     }`,
  ]),
)

const files: Files = {
  ...modules,
  'list.ts': `
    import { catalog } from 'virtual:module-registry/catalog'
    console.log(JSON.stringify(catalog.map((entry) => entry.description)))`,
  'call.ts': `
    import { registry } from 'virtual:module-registry'
    registry.call('m7', {}).then((answer) => console.log(JSON.stringify(answer)))`,
  'unused.ts': `
    import { registry } from 'virtual:module-registry'
    import { catalog } from 'virtual:module-registry/catalog'
    import * as everything from 'virtual:module-registry'
    console.log(JSON.stringify('alone'))`,
}

/** The modules whose code is in each output file, leaving out files that hold none. */
function contents({ files: output }: Built): Record<string, string[]> {
  const found = Object.entries(output).map(
    ([file, text]) => [file, ids.filter((id) => text.includes(code(id)))] as const,
  )
  return Object.fromEntries(found.filter(([, held]) => held.length > 0))
}

/** How a bundle is wrapped does not matter here. */
const rows = hosts.filter((host) => host.splits || host.name.endsWith('cjs'))

describe.each(rows)('$name', (host) => {
  it('keeps implementations, and the way to them, out of a program that only lists', async () => {
    const minify = host.keepsUnused ?? false
    const built = await host.build(await createProject(files), { entry: 'list.ts', minify })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(contents(built)).toEqual({})
    expect(Object.keys(built.files)).toHaveLength(1)
    const [text] = Object.values(built.files)
    expect(text!.match(/import\(|execute|createRegistry|ModuleNotFoundError/g)).toBeNull()
    expect(runProgram(built.main)).toEqual(ids.map((id) => `What ${id} does.`))
  })

  it('leaves nothing in a program that uses nothing', async () => {
    const built = await host.build(await createProject(files), { entry: 'unused.ts' })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(Object.keys(built.files)).toHaveLength(1)
    expect(Object.values(built.files)[0]).not.toMatch(/registry|catalog|What m0/i)
    expect(runProgram(built.main)).toBe('alone')
  })

  it('puts each file into a chunk of its own, if it can', async () => {
    const built = await host.build(await createProject(files), { entry: 'call.ts' })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const held = Object.values(contents(built))
    expect(held).toEqual(host.splits ? ids.map((id) => [id]) : [ids])
    expect(runProgram(built.main)).toBe(code('m7'))
  })

  it('puts into the entry what is to load with it', async () => {
    const load = ({ id }: { id: string }) => (id === 'm1' ? 'eager' : 'lazy')
    const built = await host.build(await createProject(files), { entry: 'call.ts', options: { load } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const entry = Object.keys(built.files).find((file) => built.main.endsWith(file))!
    expect(contents(built)[entry]).toEqual(host.splits ? ['m1'] : ids)
    expect(runProgram(built.main)).toBe(code('m7'))
  })

  it('puts everything into the entry', async () => {
    const built = await host.build(await createProject(files), {
      entry: 'call.ts',
      options: { load: 'eager' },
    })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(Object.values(contents(built))).toEqual([ids])
    expect(runProgram(built.main)).toBe(code('m7'))
  })

  it('shares one registry between entries', async () => {
    const entry = { main: 'call.ts', list: 'list.ts' }
    const built = await host.build(await createProject(files), { entry })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const copies = Object.values(built.files).filter((text) => /description\\?":\\?"What m0 does/.test(text))
    expect(copies).toHaveLength(host.splits ? 1 : 2)
    expect(runProgram(built.main)).toBe(code('m7'))
  })
})

import { chmodSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cliProject } from './in-process.ts'

const moduleText = (name: string): string =>
  `import type { Module } from 'unplugin-module-registry/runtime'\nexport class ${name} implements Module { execute() {} }\n`
const app = {
  'package.json': '{ "name": "app", "type": "module" }',
  'tsconfig.json': '{}',
  'extensions/add.ts': moduleText('Add'),
}
const conflict = { 'extensions/math/add.ts': moduleText('A'), 'extensions/math/Add.ts': moduleText('B') }
const LINE = ['generate', '--dts', 'registry.d.ts', '--output', 'src/registry.ts']

describe('generate', () => {
  it('writes what the plugin writes, and nothing the second time', async () => {
    const project = cliProject(app)
    expect(await project.run(LINE)).toMatchObject({
      code: 0,
      out: 'written  registry.d.ts\nwritten  src/registry.ts\n',
    })
    expect(project.read('registry.d.ts')).toContain("'add'")
    expect(await project.run(LINE)).toMatchObject({
      code: 0,
      out: 'current  registry.d.ts\ncurrent  src/registry.ts\n',
    })
  })

  it('keeps what is there while the project has errors', async () => {
    const project = cliProject(app)
    await project.run(LINE)
    const before = project.read('registry.d.ts')
    for (const [file, text] of Object.entries(conflict)) project.write(file, text)
    const { code, out, err } = await project.run(LINE)
    expect({ code, out }).toEqual({ code: 1, out: 'kept     registry.d.ts\nkept     src/registry.ts\n' })
    expect(err).toContain('MODULE_ID_CONFLICT')
    expect(project.read('registry.d.ts')).toBe(before)
  })
})

describe('generate --check', () => {
  const CHECK = [...LINE, '--check']

  it('is content with what generate wrote, and with other line ends', async () => {
    const project = cliProject(app)
    await project.run(LINE)
    project.write('registry.d.ts', project.read('registry.d.ts').replaceAll('\n', '\r\n'))
    expect(await project.run(CHECK)).toMatchObject({ code: 0, err: '' })
  })

  it('shows where a file begins to differ, and the command that mends it', async () => {
    const project = cliProject(app)
    await project.run(LINE)
    project.write('registry.d.ts', project.read('registry.d.ts').replace("'add'", "'old'"))
    const { code, out, err } = await project.run(CHECK)
    expect({ code, out }).toEqual({ code: 1, out: 'current  src/registry.ts\n' })
    expect(err).toMatchInlineSnapshot(`
      "stale  registry.d.ts:12
        -     'old': import('./extensions/add.js').Add
        -   }
        - }
        +     'add': import('./extensions/add.js').Add
        +   }
        + }
      fix    Run: npx module-registry generate --dts registry.d.ts --output src/registry.ts
      "
    `)
    expect(project.read('registry.d.ts')).toContain("'old'")
  })

  it.each([
    ['everything current', {}, 0],
    ['a stale file', { 'registry.d.ts': '// old\n' }, 1],
    ['a missing file', { 'registry.d.ts': undefined }, 1],
    ['an ID conflict', conflict, 1],
    ['a configuration that throws', { 'module-registry.config.mjs': 'throw new Error("no")' }, 2],
    ['an unknown option', { 'module-registry.config.mjs': 'export default { extension: "x" }' }, 2],
  ])('of %s ends with its exit code, and writes nothing', async (_, files, wanted) => {
    const project = cliProject(app)
    await project.run(LINE)
    for (const [file, text] of Object.entries(files)) {
      if (text === undefined) project.remove(file)
      else project.write(file, text)
    }
    const before = project.files().map((file) => [file, project.read(file)])
    const { code } = await project.run(CHECK)
    expect(code).toBe(wanted)
    expect(project.files().map((file) => [file, project.read(file)])).toEqual(before)
  })

  it('needs no folder that it could write to', async () => {
    const project = cliProject(app)
    chmodSync(project.folder, 0o555)
    try {
      expect(await project.run(CHECK)).toMatchObject({ code: 1 })
      expect(await project.run(['check'])).toMatchObject({ code: 0 })
    } finally {
      chmodSync(project.folder, 0o755)
    }
    expect(project.files()).toEqual(Object.keys(app).sort())
  })

  it('has nothing to say where no file is asked for', async () => {
    const { code, out } = await cliProject(app).run(['generate', '--no-dts', '--check'])
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "There is nothing to write: the options \`dts\` and \`output\` ask for no file.
      "
    `)
  })
})

import { describe, expect, it } from 'vitest'
import { compile, formatDiagnostics } from '../../src/index.ts'
import { cliProject } from './in-process.ts'

const moduleText = (name: string): string =>
  `import type { Module } from 'unplugin-module-registry/runtime'\nexport class ${name} implements Module { execute() {} }\n`

const app = { 'package.json': '{ "name": "app", "type": "module" }', 'extensions/add.ts': moduleText('Add') }
const conflict = { 'extensions/math/add.ts': moduleText('A'), 'extensions/math/Add.ts': moduleText('B') }

describe('check', () => {
  it('says yes, and how much it has looked at', async () => {
    const { code, out, err } = await cliProject(app).run(['check'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatchInlineSnapshot(`
      "no problems in 1 file, 1 module
      "
    `)
  })

  it('shows every problem as a build does, and says no', async () => {
    const project = cliProject({ ...app, ...conflict })
    const { code, out } = await project.run(['check'])
    expect(code).toBe(1)
    const { diagnostics } = await compile({ root: project.folder, cache: false })
    expect(diagnostics.length).toBeGreaterThan(1)
    for (const block of formatDiagnostics(diagnostics).split('\n\n')) expect(out).toContain(block)
    expect(out.trimEnd().split('\n').at(-1)).toMatchInlineSnapshot(
      `"1 error, 1 warning in 3 files, 1 module"`,
    )
  })

  it('does not fail for warnings', async () => {
    const project = cliProject({
      ...app,
      'extensions/warn.ts': `import type { Module } from 'unplugin-module-registry/runtime'\nexport class Warn implements Module { annotations = { readOnlyHint: true }; execute() {} }`,
    })
    const { code, out } = await project.run(['check'])
    expect(code).toBe(0)
    expect(out).toMatch(/warning {2}[A-Z_]+\n/)
  })

  it.each([
    ['everything current', {}, 0],
    ['a stale declaration file', { 'module-registry.d.ts': '// old\n' }, 0],
    ['an ID conflict', conflict, 1],
    ['a configuration that throws', { 'module-registry.config.mjs': 'throw new Error("no")' }, 2],
    ['an unknown option', { 'module-registry.config.mjs': 'export default { extension: "x" }' }, 2],
  ])('of %s ends with its exit code, and writes nothing', async (_, files, wanted) => {
    const project = cliProject({ ...app, ...files })
    const before = project.files()
    const { code } = await project.run(['check'])
    expect(code).toBe(wanted)
    expect(project.files()).toEqual(before)
  })

  it('says which configuration throws, and what it threw', async () => {
    const project = cliProject({ ...app, 'module-registry.config.mjs': 'throw new Error("no key")' })
    const { out, err } = await project.run(['check'])
    expect(out).toBe('')
    expect(err).toContain('module-registry.config.mjs')
    expect(err).toContain('no key')
  })

  it('offers the option that was probably meant', async () => {
    const project = cliProject({ ...app, 'module-registry.config.mjs': 'export default { extension: "x" }' })
    const { err } = await project.run(['check'])
    expect(err).toContain('did you mean `extensions`?')
    expect(err).toContain('module-registry.config.mjs')
  })

  it('names the folder that is missing', async () => {
    const { code, out } = await cliProject({ 'package.json': '{}' }).run([
      'check',
      '--extensions',
      'src/none',
    ])
    expect(code).toBe(1)
    expect(out).toContain('ROOT_NOT_FOUND')
    expect(out).toContain('src/none')
  })

  it('shows no control characters of a project', async () => {
    const project = cliProject({ ...app, 'extensions/a\u001b[31m\u202eb.ts': moduleText('A') })
    const { out, err } = await project.run(['check'])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  })

  it('colours what it shows where that is wanted, and only there', async () => {
    const project = cliProject({ ...app, ...conflict })
    const runs = [{ NO_COLOR: '1', FORCE_COLOR: '1' }, { FORCE_COLOR: '1' }, {}]
    const [none, forced, piped] = await Promise.all(runs.map((env) => project.run(['check'], { env })))
    expect(none!.out).not.toContain('\u001b')
    expect(forced!.out).toContain('\u001b[')
    expect(piped!.out).toBe(none!.out)
    expect((await project.run(['check'], { env: {}, columns: 80 })).out).toContain('\u001b[')
  })
})

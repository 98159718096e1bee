import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Options } from '../../src/index.ts'
import { type BuildRequest, bundlers } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runNode } from './support/run.ts'

const type = `import type { Module } from 'unplugin-module-registry/runtime'`
const healthy = `${type}\nexport class Fine implements Module { execute() {} }\n`
const main = `import { registry } from 'virtual:module-registry'\nconsole.log(registry.ids())\n`

/** Four faults and a warning, in four files. */
const faulty: Files = {
  'extensions/1st.ts': healthy,
  'extensions/fine.ts': healthy,
  'extensions/math.ts': `${type}
export class MathOps implements Module { static multiClass = true; execute() {} }
export class Math_Ops implements Module { execute() {} }
export class Other implements Module { constructor(readonly name: string) {} execute() {} }
`,
  'extensions/syntax.ts': `${type}\nexport class Open implements Module {\n  execute() { return (1 }\n}\n`,
  'extensions/tabs.ts': `${type}
export class Good implements Module { static readonly multiClass = true; execute() {} }
\t\texport class _2FA implements Module { execute() {} }
`,
  'main.ts': main,
  'tsconfig.json': '{}',
}

describe.each(bundlers)('$name', (host) => {
  /** What a failed build prints; `<root>` stands for the project. */
  async function failedBuild(files: Files, request: BuildRequest = {}) {
    const project = await createProject(files)
    const { errors, warnings } = await host.build(project, request)
    expect(errors.length).toBeGreaterThan(0)
    const written = ['dist', 'module-registry.d.ts', 'registry.gen.ts'].filter((file) =>
      existsSync(project.path(file)),
    )
    expect(written).toEqual([])
    const print = (texts: readonly string[]) => texts.join('\n').replaceAll(project.root, '<root>')
    return { errors: print(errors), warnings: print(warnings), lines: codesBesideMessages(print(errors)) }
  }

  it('prints every problem with its place, and writes nothing', async () => {
    const printed = await failedBuild(faulty, { options: { output: 'registry.gen.ts' } })
    await expect(printed.errors).toMatchFileSnapshot(`snapshots/faulty.${slug(host.name)}.txt`)
    await expect(printed.warnings).toMatchFileSnapshot(`snapshots/faulty-warnings.${slug(host.name)}.txt`)
  })

  it('prints every wrong option', async () => {
    const options = { extension: 'src', dts: 3, load: 'sometimes', maxDepth: -1 } as unknown as Options
    const { errors } = await failedBuild({ 'main.ts': main, 'extensions/fine.ts': healthy }, { options })
    await expect(errors).toMatchFileSnapshot(`snapshots/options.${slug(host.name)}.txt`)
  })

  it('prints what a `load` function must return', async () => {
    const options = { load: () => 'never' } as unknown as Options
    const { lines } = await failedBuild({ 'main.ts': main, 'extensions/fine.ts': healthy }, { options })
    expect(lines).toContain('OPTIONS_INVALID: `load`: returned never for "fine"')
  })

  it('prints a missing root', async () => {
    const { lines } = await failedBuild({ 'main.ts': main, 'extension/fine.ts': healthy })
    expect(lines).toContain('ROOT_NOT_FOUND: The extensions root "extensions" does not exist')
    expect(lines).toContain('Did you mean "extension"?')
  })

  it('prints a file that cannot be written', async () => {
    const files = { 'main.ts': main, 'extensions/fine.ts': healthy, blocked: 'a file, not a folder' }
    const { errors, lines } = await failedBuild(files, { options: { dts: 'blocked/registry.d.ts' } })
    expect(lines).toContain('OUTPUT_NOT_WRITABLE: The generated file blocked/registry.d.ts cannot be written')
    expect(errors).not.toContain('    at ')
  })

  it('prints a path that cannot be replaced, and leaves no other file there', async () => {
    const project = await createProject({
      'main.ts': main,
      'extensions/fine.ts': healthy,
      'types/made.d.ts/keep': '',
    })
    const { errors } = await host.build(project, { options: { dts: 'types/made.d.ts' } })
    expect(codesBesideMessages(errors.join('\n'))).toContain(
      'OUTPUT_NOT_WRITABLE: The generated file types/made.d.ts cannot be written',
    )
    expect(readdirSync(project.path('types'))).toEqual(['made.d.ts'])
  })

  it.each(['dts', 'output'])('prints a wish for a file outside the project: %s', async (option) => {
    const files = { 'main.ts': main, 'extensions/fine.ts': healthy }
    const { lines } = await failedBuild(files, { options: { [option]: '../elsewhere/file.ts' } })
    expect(lines).toContain(`OPTIONS_INVALID: \`${option}\`: `)
  })

  it('prints warnings through its own channel, and goes on', async () => {
    const project = await createProject({
      'extensions/needs.ts': `${type}\nexport class Needs implements Module { constructor(readonly a: string) {} execute() {} }\n`,
      'main.ts': main,
    })
    const built = await host.build(project)
    expect(built.errors).toEqual([])
    await expect(built.warnings.join('\n')).toMatchFileSnapshot(`snapshots/warning.${slug(host.name)}.txt`)
  })
})

/** Some print the code of a problem above its message, and some in front of it. */
function codesBesideMessages(text: string): string {
  return text.replace(/^(?:\S+ {2})?error {2}([A-Z_]+)\n {2}/gm, '$1: ')
}

function slug(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-')
}

describe('from the command line', () => {
  const vite = resolve(import.meta.dirname, '../../node_modules/vite/bin/vite.js')
  const config = (plugin: string): string =>
    `export default { plugins: [${plugin}], build: { ssr: 'main.ts', minify: false } }`
  const esm = `import moduleRegistry from 'unplugin-module-registry/vite'\n${config('moduleRegistry()')}`

  it('fails, and prints no place twice and none of our own files', async () => {
    const project = await createProject({ ...faulty, 'vite.config.ts': esm }, { installed: 'full' })
    const { status, stderr } = runNode([vite, 'build'], { cwd: project.root })
    expect(status).toBe(1)
    for (const place of ['1st.ts:2:14', 'math.ts:2:14', 'math.ts:3:14', 'syntax.ts:3:25', 'tabs.ts:3:16']) {
      expect(stderr.split(place), place).toHaveLength(2)
    }
    expect(stderr).not.toMatch(/unplugin-module-registry\/dist/)
    expect(existsSync(project.path('dist'))).toBe(false)
  })

  it('fails for wrong options, with none of our own files', async () => {
    const text = esm.replace('moduleRegistry()', 'moduleRegistry({ extension: 1 })')
    const files = { 'main.ts': main, 'extensions/fine.ts': healthy, 'vite.config.ts': text }
    const project = await createProject(files, { installed: 'full' })
    const { status, stderr } = runNode([vite, 'build'], { cwd: project.root })
    expect(status).toBe(1)
    expect(stderr).toContain('OPTIONS_INVALID: `extension`: no such option; did you mean `extensions`?')
    expect(stderr).not.toMatch(/unplugin-module-registry\/dist/)
  })

  it('ends with an error from a script that runs esbuild', async () => {
    const script = `
      import { build } from 'esbuild'
      import moduleRegistry from 'unplugin-module-registry/esbuild'
      await build({ entryPoints: ['main.ts'], bundle: true, outdir: 'dist', plugins: [moduleRegistry()] }).catch(
        () => process.exit(3),
      )`
    const project = await createProject({ ...faulty, 'build.mjs': script }, { installed: 'full' })
    const { status, stderr } = runNode(['build.mjs'], { cwd: project.root })
    expect(status).toBe(3)
    expect(stderr).toContain('extensions/tabs.ts:3:15:')
    expect(existsSync(project.path('dist'))).toBe(false)
  })
})

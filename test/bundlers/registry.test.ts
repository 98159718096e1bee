import { describe, expect, it } from 'vitest'
import { app, appOutput } from './support/app.ts'
import { hosts, otherModes } from './support/hosts.ts'
import { createProject } from './support/project.ts'
import { onlyReads, runProgram } from './support/run.ts'

describe.each([...hosts, ...otherModes])('$name', (host) => {
  it.each([{ minify: false }, { minify: true }])('gives the same registry: %o', async (request) => {
    const built = await host.build(await createProject(app), request)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main, { flags: onlyReads(built.main) })).toEqual(appOutput)
  })

  it('works with modules that load with the registry and import it', async () => {
    const built = await host.build(await createProject(app), { options: { load: 'eager' } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const catalog = appOutput.catalog.map((entry) => ({ ...entry, load: 'eager' }))
    expect(runProgram(built.main)).toEqual({ ...appOutput, catalog })
  })

  it('constructs modules with a function of the application', async () => {
    const project = await createProject({
      'extensions/greet.ts': `
        import type { Module } from 'unplugin-module-registry/runtime'
        export class Greet implements Module {
          constructor(private name: string) {}
          execute() { return 'hello ' + this.name }
        }`,
      'src/instantiate.ts': 'export default (Class, entry) => new Class(entry.id)',
      'main.ts': `
        import { registry } from 'virtual:module-registry'
        registry.call('greet', {}).then((greeting) => console.log(JSON.stringify(greeting)))`,
    })
    const built = await host.build(project, { options: { instantiate: 'src/instantiate.ts' } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main)).toBe('hello greet')
  })
})

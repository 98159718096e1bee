import { describe, expect, it } from 'vitest'
import { cliProject } from './in-process.ts'

const moduleText = (name: string): string =>
  `import type { Module } from 'unplugin-module-registry/runtime'\nexport class ${name} implements Module { execute() {} }\n`

/** Waits until something holds; files and watchers take their time. */
async function until(holds: () => boolean, what: () => string): Promise<void> {
  const end = Date.now() + 20_000
  while (!holds()) {
    if (Date.now() > end) throw new Error(what())
    await new Promise((done) => setTimeout(done, 20))
  }
}

describe('generate --watch', () => {
  it('follows the project, keeps what was right while it is broken, and ends with 0', {
    timeout: 60_000,
  }, async () => {
    const project = cliProject({
      'package.json': '{ "name": "app", "type": "module" }',
      'extensions/add.ts': moduleText('Add'),
    })
    const running = project.start(['generate', '--watch', '--dts', 'registry.d.ts'])
    const state = (): string => `out: ${running.out}\nerr: ${running.err}`
    const types = (): string => project.read('registry.d.ts')
    await until(() => running.err.includes('Watching for changes'), state)
    expect(types()).toContain("'add'")

    project.write('extensions/more/trim.ts', moduleText('Trim'))
    await until(() => types().includes("'more.trim'"), state)

    const good = types()
    project.write('extensions/add.ts', 'export class Add implements Module {')
    await until(() => running.err.includes('PARSE_ERROR'), state)
    project.write('extensions/add.ts', 'export class Add implements Module {')
    await new Promise((done) => setTimeout(done, 400))
    expect(types()).toBe(good)
    expect(running.err.split('PARSE_ERROR')).toHaveLength(2)

    project.write('extensions/add.ts', moduleText('Add'))
    await until(() => running.err.includes('Mended'), state)
    project.write('extensions/last.ts', moduleText('Last'))
    await until(() => types().includes("'last'"), state)
    expect(running.err.split('Mended')).toHaveLength(2)

    running.interrupt()
    expect(await running.ended).toBe(0)
  })

  it('takes up a new configuration', { timeout: 60_000 }, async () => {
    const project = cliProject({
      'package.json': '{ "name": "app", "type": "module" }',
      'module-registry.config.json': '{ "extensions": "one", "dts": "registry.d.ts" }',
      'one/a.ts': moduleText('A'),
      'two/b.ts': moduleText('B'),
    })
    const running = project.start(['generate', '--watch'])
    const state = (): string => `out: ${running.out}\nerr: ${running.err}`
    await until(() => running.err.includes('Watching for changes'), state)
    project.write('module-registry.config.json', '{ "extensions": "two", "dts": "registry.d.ts" }')
    await until(() => project.read('registry.d.ts').includes("'b'"), state)
    project.write('module-registry.config.json', '{ "extension": "two" }')
    await until(() => running.err.includes('did you mean `extensions`'), state)
    expect(project.read('registry.d.ts')).toContain("'b'")
    running.interrupt()
    expect(await running.ended).toBe(0)
  })
})

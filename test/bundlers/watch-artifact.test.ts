import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createProject, type Files } from './support/project.ts'
import { watchProject } from './support/watched.ts'
import { watchModes } from './support/watchers.ts'

const files: Files = {
  'plugins/billing/dagstack.toml': `
[plugin]
name = "billing"
kind = "service"
runtime = "process"
version = "1.0.0"
command = ["./bin/server"]
artifact = "bin/server"`,
  'plugins/billing/bin/server': 'one',
  'main.ts': "import { registry } from 'virtual:module-registry'\nconsole.log(registry.ids())",
}

describe.concurrent.each(watchModes)('$name, watching', (mode) => {
  it('pins a plugin in a process of its own anew when its file changes', {
    timeout: 60_000,
  }, async (context) => {
    const { onTestFinished } = context
    const project = await createProject(files, { onTestFinished })
    const output = 'registry.gen.js'
    const watched = await watchProject(mode, project, onTestFinished, { extensions: false, output })
    const pinned = (text: string) => (errors: readonly string[]) =>
      errors.length === 0 && project.read(output).includes(createHash('sha256').update(text).digest('hex'))
    await watched.until(pinned('one'))
    project.write({ 'plugins/billing/bin/server': 'two' })
    await watched.until(pinned('two'))
    project.remove('plugins/billing/bin/server')
    await watched.until((errors) => errors.join('\n').includes('there is no such file'))
    project.write({ 'plugins/billing/bin/server': 'three' })
    await watched.until(pinned('three'))
    expect(watched.builds.length).toBeGreaterThan(3)
  })
})

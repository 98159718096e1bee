import { describe, expect, it } from 'vitest'
import { hosts } from './support/hosts.ts'
import { createProject } from './support/project.ts'
import { runProgram } from './support/run.ts'

const files = {
  'extensions/far.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    export class Far implements Module { execute() { return 'there' } }`,
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    globalThis.registry = registry`,
  /** Takes the chunk away as a deployment does, and puts it back. */
  'run.mjs': `
    import { readdirSync, renameSync } from 'node:fs'
    const names = readdirSync('dist')
    await import('./dist/' + names.find((name) => name.startsWith('main.')))
    const chunk = names.find((name) => name.startsWith('far'))
    const heard = []
    globalThis.registry.on('error', ({ id }) => heard.push(id))
    const attempt = () =>
      globalThis.registry.call('far', {}).catch(({ name, code, message, cause }) =>
        [name, code, message.includes('"far"'), cause instanceof Error])
    renameSync('dist/' + chunk, 'gone.mjs')
    const attempts = [await attempt(), await attempt()]
    renameSync('gone.mjs', 'dist/' + chunk)
    console.log(JSON.stringify({ attempts, heard, after: await attempt() }))`,
}

describe.each(hosts.filter((host) => host.splits))('$name', (host) => {
  it('says that a chunk is gone, and tries again', async () => {
    const project = await createProject(files)
    expect(await host.build(project)).toMatchObject({ errors: [], warnings: [] })
    const failed = ['ModuleLoadError', 'MODULE_LOAD_FAILED', true, true]
    expect(runProgram(project.path('run.mjs'), { cwd: project.root })).toEqual({
      attempts: [failed, failed],
      heard: ['far', 'far'],
      after: 'there',
    })
  })
})

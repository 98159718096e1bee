import { describe, expect, it } from 'vitest'
import { app, appOutput } from './support/app.ts'
import { farmHost } from './support/hosts/farm.ts'
import type { Built } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runProgram } from './support/run.ts'

/*
 * Farm cuts its output in its own way, and is not a row of the table of hosts for that: these are the things that can
 * be said of any output.
 */

const farm = farmHost('esm')
const type = `import type { Module } from 'unplugin-module-registry/runtime'`
const healthy = `${type}\nexport class Fine implements Module { execute() {} }\n`

async function build(files: Files, request = {}, folder = 'project'): Promise<Built> {
  return farm.build(await createProject(files, { folder, installed: 'full' }), request)
}

describe('Farm', () => {
  it('gives the same registry as others, from the same bytes wherever the project is', async () => {
    const [one, two] = [await build(app), await build(app, {}, `spaces and 'ä' 空/deep`)]
    expect(one).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(one.main)).toEqual(appOutput)
    expect(two.files).toEqual(one.files)
    expect(Object.keys(one.files).filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
    expect(Object.values(one.files).join('\n')).not.toContain('@multiClass')
    for (const code of ['constructed', 'thenable', 'a - b']) {
      const holding = Object.values(one.files).filter((text) => text.includes(code))
      expect(holding, code).toHaveLength(1)
      expect(holding[0]).not.toContain('createRegistry')
    }
  })

  it('works with modules that load with the registry and import it', async () => {
    const built = await build(app, { options: { load: 'eager' }, minify: true })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const catalog = appOutput.catalog.map((entry) => ({ ...entry, load: 'eager' }))
    expect(runProgram(built.main)).toEqual({ ...appOutput, catalog })
  })

  it('prints every problem with its place, and fails', async () => {
    const built = await build({
      'extensions/1st.ts': healthy,
      'extensions/fine.ts': healthy,
      'extensions/open.ts': `${type}\nexport class Open implements Module {\n  execute() { return (1 }\n}\n`,
      'extensions/needs.ts': `${type}\nexport class Needs implements Module { constructor(readonly a: string) {} execute() {} }\n`,
      'main.ts': `import { registry } from 'virtual:module-registry'\nconsole.log(registry.ids())\n`,
    })
    const [printed = ''] = built.errors
    for (const place of ['extensions/1st.ts:2:14', 'extensions/needs.ts:2:14', 'extensions/open.ts:3:25']) {
      expect(printed.split(place), place).toHaveLength(2)
    }
    expect(printed).not.toContain('    at ')
  })

  it('prints every wrong option', async () => {
    const built = await build(app, { options: { extension: 'src', maxDepth: -1 } })
    expect(built.errors.join()).toContain('`maxDepth`: must be at least 0.')
    expect(built.errors.join()).toContain('`extension`: no such option; did you mean `extensions`?')
  })
})

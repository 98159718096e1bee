import { describe, expect, it } from 'vitest'
import { cliProject } from './in-process.ts'

const MODULE =
  "import type { Module } from 'unplugin-module-registry/runtime'\nexport class Add implements Module { execute() {} }\n"
describe('the options', () => {
  it('of flags go first', async () => {
    const project = cliProject({
      'package.json': '{ "name": "app", "type": "module" }',
      'module-registry.config.mjs': "export default { extensions: 'one', maxDepth: 3 }",
      'one/a.ts': MODULE,
      'two/b.ts': MODULE,
    })
    expect((await project.run(['list'])).out).toMatch(/^a /)
    expect((await project.run(['list', '--extensions', 'two'])).out).toMatch(/^b /)
    expect((await project.run(['list', '--no-config', '--extensions', 'two'])).out).toMatch(/^b /)
    const { out } = await project.run(['check', '--print-config', '--extensions', 'two'])
    expect(out).toMatch(/^from +module-registry\.config\.mjs\n/)
    expect(out).toMatch(/\nmaxDepth +3\n/)
  })

  it('are the defaults where there is no configuration', async () => {
    const project = cliProject({ 'package.json': '{}', 'extensions/add.ts': MODULE })
    const { out } = await project.run(['check', '--print-config'])
    expect(out).toMatch(/^from +the defaults of all options/)
    expect((await project.run(['list'])).out).toMatch(/^add /)
  })

  it('that cannot be read are said not to be', async () => {
    const project = cliProject({
      'package.json': '{}',
      'webpack.config.js': 'module.exports = {}',
      'extensions/add.ts': MODULE,
    })
    const { code, err } = await project.run(['check'])
    expect(code).toBe(0)
    expect(err).toContain('webpack.config.js')
  })
})

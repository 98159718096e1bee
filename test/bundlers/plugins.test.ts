import { describe, expect, it } from 'vitest'
import { hosts } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runProgram } from './support/run.ts'

/** A plugin whose file, class and helper are called like those of all others. */
function plugin(folder: string, manifest: string): Files {
  return {
    [`${folder}/dagstack.toml`]: `[plugin]\nentry_point = "plugin:Plugin"\n${manifest}`,
    [`${folder}/helper.ts`]: `export const name = ${JSON.stringify(folder)}`,
    [`${folder}/plugin.ts`]: `
      import { name } from './helper'
      export class Plugin {
        setup({ resources, metadata }: any) { resources.log.push(name + ' ' + (metadata.note ?? '')) }
        greet() { return 'hello from ' + name }
      }`,
  }
}

const files: Files = {
  'extensions/greet.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    export class Greet implements Module { execute() { return 'hello' } }`,
  ...plugin(
    'plugins/a',
    'name = "a"\nkind = "tool"\ndepends_on = ["b"]\n[plugin.resources]\nrequired = ["log"]',
  ),
  ...plugin('plugins/group/b', `name = "b"\nkind = "llm"\n[plugin.metadata]\nnote = "'</script>\\u2028"`),
  ...plugin('node_modules/mail', 'name = "mail"\nkind = "tool"\npriority = 9'),
  'node_modules/mail/package.json': '{ "name": "mail", "type": "module" }',
  'node_modules/mail/plugin.js': 'export class Plugin { greet() { return "mail" } }',
  'package.json': '{ "type": "module", "dependencies": { "mail": "*" } }',
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    async function main() {
      const log: string[] = []
      await registry.setupAll({ resources: { log } })
      const all = registry.plugins().map(({ kind, name, status }) => kind + ':' + name + ' ' + status)
      const greetings = [registry.getPlugin('tool'), registry.getPlugin('tool', 'a'), registry.getPlugin('llm', 'b')]
      return { log, all: all.sort(), greetings: greetings.map((one: any) => one.instance.greet()), ids: registry.ids() }
    }
    main().then((result) => console.log(JSON.stringify(result)))`,
}

describe.each(hosts)('$name', (host) => {
  it('sets up plugins that share the names of their files, classes and helpers', async () => {
    const built = await host.build(await createProject(files), { options: { packages: true } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main)).toEqual({
      log: ["plugins/group/b '</script>\u2028", 'plugins/a '],
      all: ['llm:b ready', 'tool:a ready', 'tool:mail ready'],
      greetings: ['mail', 'hello from plugins/a', 'hello from plugins/group/b'],
      ids: ['greet'],
    })
  })
})

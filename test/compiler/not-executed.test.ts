import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scanDirectory, scanFile } from '../../src/index.ts'
import { idsOf } from '../support/print.ts'
import { createProject } from '../support/project.ts'

/** A statement that leaves a file behind when it runs, and a global for code without imports. */
function trace(root: string): string {
  return `import { writeFileSync } from 'node:fs'\nglobalThis.__executed = true\nwriteFileSync(${JSON.stringify(`${root}/trace`)}, 'executed')\n`
}

describe('sources', () => {
  it('are never executed, wherever they are written', async () => {
    const project = createProject({ 'package.json': '{ "name": "app", "type": "module" }' })
    const leave = trace(project.root)
    project.write({
      'lib/base.ts': `${leave}export abstract class Base implements Module { static { leave() } abstract execute(): void }`,
      'lib/base.js': `${leave}export class Base {}`,
      'node_modules/sdk/package.json': '{ "name": "sdk", "main": "index.js" }',
      'node_modules/sdk/index.js': `${leave}export class Tool {}`,
      'extensions/a.ts': `${leave}import { Base } from '../lib/base'\nexport class A extends Base { static x = leave(); [leave()]() {} execute() {} }`,
      'extensions/b.js': `${leave}/** @implements {Module} */\nexport default class { static { leave() } execute() {} }`,
      'extensions/c.ts': `${leave}import { Tool } from 'sdk'\nexport class C extends Tool implements Module { execute() {} }`,
      'extensions/d.ts': `${leave}import { defineModule } from 'unplugin-module-registry/runtime'\nexport const d = defineModule({ description: leave(), execute() {} })`,
      'extensions/e.ts': `${leave}@leave() export class E extends leave() implements Module { execute() {} }`,
      'module-registry.config.ts': leave,
      'vite.config.ts': leave,
    })
    expect(idsOf(await project.compile())).toEqual(['a', 'b', 'c', 'd', 'e'])
    await scanDirectory('extensions', { root: project.root })
    for (const name of ['a.ts', 'b.js', 'c.ts', 'd.ts', 'e.ts']) {
      await scanFile(`extensions/${name}`, { root: project.root })
    }
    expect(existsSync(project.path('trace'))).toBe(false)
    expect('__executed' in globalThis).toBe(false)
  })
})

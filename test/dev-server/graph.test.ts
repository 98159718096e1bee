import { renameSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { idsIn, type Message, moduleText, startDev, theUpdate, UPDATE } from './support/dev.ts'

const kinds = (messages: readonly Message[]) => messages.map(({ type, event }) => event ?? type)

/** A module that says what a helper says. */
const asking = (name: string, helper: string) => `
import type { Module } from 'unplugin-module-registry/runtime'
import { answer } from '${helper}'
export class ${name} implements Module { execute() { return answer } }
`

describe('a change of what modules import', () => {
  it('loads every module that is reached by it, however many steps away, and no other', async () => {
    const dev = await startDev({
      'extensions/near.ts': asking('Near', './lib/inside.ts'),
      'extensions/far.ts': asking('Far', '../lib/step.ts'),
      'extensions/other.ts': moduleText('Other'),
      'extensions/lib/inside.ts': 'export const answer = "inside"',
      'lib/step.ts': 'export { answer } from "./source.ts"',
      'lib/source.ts': 'export const answer = "far"',
    })
    const page = await dev.open('/extensions/near.ts', '/extensions/far.ts', '/extensions/other.ts')
    for (const url of ['/extensions/lib/inside.ts', '/lib/step.ts', '/lib/source.ts']) {
      await dev.server.environments.client.transformRequest(url)
    }
    const { registry } = await dev.ssr()
    const answers = () => Promise.all(['near', 'far'].map((id) => registry.call(id, {})))
    expect(await answers()).toEqual(['inside', 'far'])

    const inside = () => dev.project.write({ 'extensions/lib/inside.ts': 'export const answer = "new"' })
    const near = theUpdate(await dev.step(page, inside, 'change extensions/lib/inside.ts'))
    expect([near.catalog, near.reload]).toEqual([undefined, ['extensions/near.ts']])
    expect(await answers()).toEqual(['new', 'far'])

    const source = () => dev.project.write({ 'lib/source.ts': 'export const answer = "further"' })
    const far = theUpdate(await dev.step(page, source, 'change lib/source.ts'))
    expect([far.catalog, far.reload]).toEqual([undefined, ['extensions/far.ts']])
    expect(await answers()).toEqual(['new', 'further'])
    await dev.expectAgreement()
  })

  it('loads a module that could not be loaded for want of it', async () => {
    const dev = await startDev({ 'extensions/near.ts': asking('Near', '../lib/late.ts') })
    const page = await dev.open()
    await dev.server.environments.client.transformRequest('/extensions/near.ts').catch(() => {})
    const add = () => dev.project.write({ 'lib/late.ts': 'export const answer = "late"' })
    const messages = await dev.step(page, add, 'add lib/late.ts')
    expect(messages.some(({ data }) => data?.reload.includes('extensions/near.ts'))).toBe(true)
    const { code } = (await dev.server.environments.client.transformRequest('/extensions/near.ts'))!
    expect(code).toContain('/lib/late.ts')
  })

  it('changes the catalog where it changes what a module is', async () => {
    const dev = await startDev({
      'extensions/child.ts': `
        import { Base } from '../lib/base.ts'
        export class Child extends Base { execute() {} }`,
      'lib/base.ts': 'export class Base {}',
      'extensions/first.ts': moduleText('First'),
    })
    const page = await dev.open()
    await dev.ssr()
    const base = `import type { Module } from 'unplugin-module-registry/runtime'
      export abstract class Base implements Module { abstract execute(): void }`
    const change = () => dev.project.write({ 'lib/base.ts': base })
    const messages = await dev.step(page, change, 'change lib/base.ts')
    expect(idsIn(theUpdate(messages))).toEqual(['child', 'first'])
    await dev.expectAgreement()
    const back = () => dev.project.write({ 'lib/base.ts': 'export class Base {}' })
    expect(idsIn(theUpdate(await dev.step(page, back, 'change lib/base.ts')))).toEqual(['first'])
    await dev.expectAgreement()
  })

  it('follows the paths of a tsconfig', async () => {
    const tsconfig = (folder: string) =>
      JSON.stringify({ compilerOptions: { baseUrl: '.', paths: { '#base': [`./${folder}/base.ts`] } } })
    const dev = await startDev(
      {
        'tsconfig.json': tsconfig('plain'),
        'extensions/child.ts': `
          import { Base } from '#base'
          export class Child extends Base { execute() {} }`,
        'plain/base.ts': 'export class Base {}',
        'module/base.ts': `
          import type { Module } from 'unplugin-module-registry/runtime'
          export abstract class Base implements Module { abstract execute(): void }`,
      },
      { options: { dts: false } },
    )
    const page = await dev.open()
    await dev.ssr()
    const change = () => dev.project.write({ 'tsconfig.json': tsconfig('module') })
    const messages = await dev.step(page, change, 'change tsconfig.json')
    const updates = messages.filter(({ event }) => event === UPDATE)
    expect(idsIn(theUpdate(updates))).toEqual(['child'])
    await dev.expectAgreement()
  })
})

describe('a module that other code imports, too', () => {
  const files = {
    'extensions/shared.ts': moduleText('Shared', { body: 'return 1' }),
    'extensions/alone.ts': asking('Alone', '../lib/both.ts'),
    'lib/both.ts': 'export const answer = 1',
  }
  const app = `
    import { Shared } from '../extensions/shared.ts'
    import { answer } from '../lib/both.ts'
    import.meta.hot.accept()
    export default [Shared, answer]`

  async function start(main = app) {
    const dev = await startDev({ ...files, 'src/main.ts': main })
    const page = await dev.open(
      '/src/main.ts',
      '/extensions/shared.ts',
      '/extensions/alone.ts',
      '/lib/both.ts',
    )
    await dev.ssr()
    return { dev, page }
  }

  it('is told once, and propagated as usual, under one URL', async () => {
    const { dev, page } = await start()
    for (const description of ['one', undefined]) {
      const text = moduleText('Shared', description === undefined ? { body: 'return 2' } : { description })
      const edit = () => dev.project.write({ 'extensions/shared.ts': text })
      const messages = await dev.step(page, edit, 'change extensions/shared.ts')
      expect(kinds(messages)).toEqual([UPDATE, 'update'])
      expect(messages[0]!.data!.reload).toEqual(['extensions/shared.ts'])
      expect(messages[1]!.updates).toMatchObject([{ path: '/src/main.ts' }])
      const stamp = messages[0]!.data!.stamps['extensions/shared.ts']
      const { code } = (await dev.server.environments.client.transformRequest('/src/main.ts'))!
      expect(code).toContain(`/extensions/shared.ts?t=${stamp}"`)
    }
    await dev.expectAgreement()
  })

  it('is told once when a helper of both changes', async () => {
    const { dev, page } = await start()
    const edit = () => dev.project.write({ 'lib/both.ts': 'export const answer = 2' })
    const messages = await dev.step(page, edit, 'change lib/both.ts')
    expect(kinds(messages)).toEqual([UPDATE, 'update'])
    expect(messages[0]!.data!.reload).toEqual(['extensions/alone.ts'])
    // Once more: what was told before must not stand in the way.
    const again = () => dev.project.write({ 'lib/both.ts': 'export const answer = 3' })
    expect(kinds(await dev.step(page, again, 'change lib/both.ts'))).toEqual([UPDATE, 'update'])
    await dev.expectAgreement()
  })

  it('makes the page load again where nothing of the application accepts it, as without a registry', async () => {
    const { dev, page } = await start(app.replace('import.meta.hot.accept()', ''))
    const edit = () => dev.project.write({ 'extensions/shared.ts': moduleText('Shared') })
    expect(kinds(await dev.step(page, edit, 'change extensions/shared.ts'))).toEqual([UPDATE, 'full-reload'])
  })
})

describe('the registry', () => {
  it('may be imported by modules', async () => {
    const chain = (step: string) => `
      import type { Module } from 'unplugin-module-registry/runtime'
      import { registry } from 'virtual:module-registry'
      export class Chain implements Module { execute() { return registry.call('${step}', {}) } }`
    const dev = await startDev({
      'extensions/flow/chain.ts': chain('flow.step'),
      'extensions/flow/step.ts': moduleText('Step', { body: 'return 1' }),
    })
    const page = await dev.open('/extensions/flow/chain.ts', '/extensions/flow/step.ts')
    const { registry } = await dev.ssr()
    expect(await registry.call('flow.chain', {})).toBe(1)
    const step = () =>
      dev.project.write({ 'extensions/flow/step.ts': moduleText('Step', { body: 'return 2' }) })
    expect(theUpdate(await dev.step(page, step, 'change extensions/flow/step.ts')).reload).toEqual([
      'extensions/flow/step.ts',
    ])
    expect(await registry.call('flow.chain', {})).toBe(2)
    const other = () => dev.project.write({ 'extensions/flow/chain.ts': chain('zz_sentinel') })
    expect(theUpdate(await dev.step(page, other, 'change extensions/flow/chain.ts')).reload).toEqual([
      'extensions/flow/chain.ts',
    ])
    expect(await registry.call('flow.chain', {})).toBeUndefined()
    expect((await dev.ssr()).registry).toBe(registry)
  })

  it('may be imported by nobody yet', async () => {
    const dev = await startDev({ 'extensions/a.ts': moduleText('A') })
    const { project } = dev
    await dev.changed(() => project.write({ 'extensions/b.ts': moduleText('B') }), 'add extensions/b.ts')
    await dev.changed(
      () => project.write({ 'extensions/a.ts': moduleText('A', { description: 'new' }) }),
      'change extensions/a.ts',
    )
    await dev.changed(() => project.remove('extensions/b.ts'), 'unlink extensions/b.ts')
    expect(dev.printed).toEqual([])
    await dev.open()
    await dev.expectAgreement()
  })
})

describe('roots', () => {
  const outside = {
    'apps/web/extensions/zz_sentinel.ts': moduleText('Sentinel'),
    'packages/tools/extensions/hammer.ts': asking('Hammer', '../lib/answer.ts'),
    'packages/tools/lib/answer.ts': 'export const answer = 1',
    'packages/tools/lib/base.ts': 'export class Base {}',
    'packages/tools/extensions/child.ts': `
      import { Base } from '../lib/base.ts'
      export class Child extends Base { execute() {} }`,
  }
  const options = { extensions: [{ root: '../../packages/tools/extensions', namespace: 'tools' }] }

  it('outside the served folder are watched and served, with a base', async () => {
    const dev = await startDev(outside, { served: 'apps/web', options, config: { base: '/app/' } })
    await dev.open()
    const code = await (await fetch(`${dev.url}@id/__x00__virtual:module-registry`)).text()
    const url = /roots: .*?(\/app\/@fs\/[^"\\]+)/.exec(code)![1]
    const file = new URL(`${url}/hammer.ts`, dev.url)
    expect((await fetch(file)).status).toBe(200)
    const { registry } = await dev.ssr()
    expect(await registry.call('tools.hammer', {})).toBe(1)

    const edit = (text: string) => () => dev.project.write({ 'packages/tools/lib/answer.ts': text })
    await dev.changed(edit('export const answer = 2'), 'change packages/tools/lib/answer.ts')
    expect(await registry.call('tools.hammer', {})).toBe(2)
    const rename = () =>
      renameSync(
        dev.project.path('packages/tools/extensions/hammer.ts'),
        dev.project.path('packages/tools/extensions/mallet.ts'),
      )
    await dev.changed(rename, 'unlink packages/tools/extensions/hammer.ts')
    expect(registry.ids()).toEqual(['tools.mallet'])
    // Nobody has loaded this file, and it lies in no root.
    const base = `import type { Module } from 'unplugin-module-registry/runtime'
      export abstract class Base implements Module { abstract execute(): void }`
    await dev.changed(
      () => dev.project.write({ 'packages/tools/lib/base.ts': base }),
      'change packages/tools/lib/base.ts',
    )
    expect(registry.ids()).toEqual(['tools.child', 'tools.mallet'])
  })

  it('that are links are followed', async () => {
    const dev = await startDev(
      { 'shared/tools/hammer.ts': moduleText('Hammer', { body: 'return 1' }) },
      {
        served: 'app',
        before: ({ link, write }) => {
          write({ 'app/index.html': '' })
          link('app/extensions', 'shared/tools')
        },
      },
    )
    const { registry } = await dev.ssr()
    expect(await registry.call('hammer', {})).toBe(1)
    const edit = () =>
      dev.project.write({ 'shared/tools/hammer.ts': moduleText('Hammer', { body: 'return 2' }) })
    await dev.changed(edit, 'change app/extensions/hammer.ts')
    expect(await registry.call('hammer', {})).toBe(2)
    const add = () => dev.project.write({ 'shared/tools/saw.ts': moduleText('Saw') })
    await dev.changed(add, 'add app/extensions/saw.ts')
    expect(registry.ids()).toEqual(['hammer', 'saw'])
    await dev.changed(() => dev.project.remove('shared/tools/hammer.ts'), 'unlink app/extensions/hammer.ts')
    expect(registry.ids()).toEqual(['saw'])
  })
})

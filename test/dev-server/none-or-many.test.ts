import { renameSync, utimesSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { Options } from '../../src/index.ts'
import { type Dev, idsIn, moduleText, PATIENCE, type Page, startDev, theUpdate } from './support/dev.ts'

const files = {
  'extensions/alpha.ts': moduleText('Alpha', { description: 'one' }),
  'extensions/tools/beta.ts': moduleText('Beta'),
}

/** Opens a page that has loaded both modules. */
async function start(
  options: Options = {},
): Promise<{ dev: Dev; page: Page; path: (file: string) => string }> {
  const dev = await startDev(files, { options })
  const page = await dev.open('/extensions/alpha.ts', '/extensions/tools/beta.ts')
  await dev.ssr()
  return { dev, page, path: (file) => dev.project.path(`extensions/${file}`) }
}

const write = (dev: Dev, file: string, text: string) => () => dev.project.write({ [file]: text })
describe('nothing is told', () => {
  it('of a file that is saved unchanged, or touched', async () => {
    const { dev, page, path } = await start()
    const save = write(dev, 'extensions/alpha.ts', files['extensions/alpha.ts'])
    expect(await dev.step(page, save, 'change extensions/alpha.ts')).toEqual([])
    const touch = () => utimesSync(path('alpha.ts'), new Date(), new Date())
    expect(await dev.step(page, touch, 'change extensions/alpha.ts')).toEqual([])
  })

  it('of files that are skipped', async () => {
    const { dev, page } = await start({ skip: ['**/*_draft.ts'] })
    const names = ['tools/idea_draft.ts', 'alpha.test.ts', 'types.d.ts', 'node_modules/pkg/index.ts']
    for (const name of names.slice(0, 3)) {
      const add = write(dev, `extensions/${name}`, moduleText('Idea'))
      expect(await dev.step(page, add, `add extensions/${name}`)).toEqual([])
      const edit = write(dev, `extensions/${name}`, moduleText('Other'))
      expect(await dev.step(page, edit, `change extensions/${name}`)).toEqual([])
    }
    const ready = write(dev, 'extensions/tools/ready.ts', moduleText('Ready'))
    const messages = await dev.step(page, ready, 'add extensions/tools/ready.ts')
    expect(idsIn(theUpdate(messages))).toEqual(['alpha', 'tools.beta', 'tools.ready'])
    const remove = () => dev.project.remove('extensions/tools/ready.ts')
    const gone = await dev.step(page, remove, 'unlink extensions/tools/ready.ts')
    expect(idsIn(theUpdate(gone))).toEqual(['alpha', 'tools.beta'])
  })

  it('of code that has nothing to do with modules', async () => {
    const { dev, page } = await start()
    const add = write(dev, 'src/other.ts', 'export const other = 1')
    expect(await dev.step(page, add, 'add src/other.ts')).toEqual([])
    const edit = write(dev, 'src/other.ts', 'export const other = 2')
    expect(await dev.step(page, edit, 'change src/other.ts')).toEqual([])
  })
})

describe('many changes at once', () => {
  it('are gathered, each update complete in itself', async () => {
    const { dev, page } = await start()
    const names = Array.from({ length: 300 }, (_, index) => `m${index}`)
    const burst = () => {
      for (const name of names) write(dev, `extensions/many/${name}.ts`, moduleText(name.toUpperCase()))()
    }
    const messages = await dev.step(page, burst, ...names.map((name) => `add extensions/many/${name}.ts`))
    expect(messages.length).toBeLessThan(names.length / 5)
    expect(messages.at(-1)!.data!.catalog).toHaveLength(names.length + 3)
    for (const { data } of messages)
      expect(idsIn(data!)).toEqual(expect.arrayContaining(['alpha', 'tools.beta']))
    await dev.expectAgreement()

    const reformat = () => {
      for (const name of names)
        write(dev, `extensions/many/${name}.ts`, `${moduleText(name.toUpperCase())}\n// formatted\n`)()
    }
    const quiet = await dev.step(page, reformat, ...names.map((name) => `change extensions/many/${name}.ts`))
    expect(quiet.filter(({ data }) => data?.catalog !== undefined)).toEqual([])
    await dev.expectAgreement()
  })

  it('as a switch of branches makes them: files come, go and change together', async () => {
    const { dev, page, path } = await start()
    const change = () => {
      dev.project.remove('extensions/alpha.ts')
      renameSync(path('tools'), path('utilities'))
      dev.project.write({
        'extensions/utilities/beta.ts': moduleText('Better', { description: 'other' }),
        'extensions/alpha/one.ts': moduleText('One'),
        'extensions/alpha/two.ts': moduleText('Two'),
      })
    }
    await dev.step(
      page,
      change,
      'unlink extensions/alpha.ts',
      'unlink extensions/tools/beta.ts',
      'add extensions/utilities/beta.ts',
      'add extensions/alpha/two.ts',
    )
    expect(page.messages.every(({ type }) => type === 'custom' || type === 'connected')).toBe(true)
    await dev.expectAgreement()
  })
})

describe('a page that missed something', () => {
  it('is told all of it when it says so, and nobody else is', async () => {
    const { dev, page } = await start()
    const late = await dev.open()
    const text = moduleText('Alpha', { description: 'two' })
    await dev.step(page, write(dev, 'extensions/alpha.ts', text), 'change extensions/alpha.ts')
    const add = write(dev, 'extensions/gamma.ts', moduleText('Gamma'))
    await dev.step(page, add, 'add extensions/gamma.ts')
    const [told, toldLate] = [page.messages.length, late.messages.length]
    const hello = (revision: unknown) =>
      late.socket.send({ type: 'custom', event: 'module-registry:hello', data: { revision } })
    const { revision } = late.updates.at(-1)!
    for (const nonsense of [revision, 'one', undefined]) hello(nonsense)
    hello(0)
    await vi.waitFor(() => expect(late.messages).toHaveLength(toldLate + 1), PATIENCE)
    expect(late.updates.at(-1)).toMatchObject({ revision, since: 0, healthy: true })
    expect(idsIn(late.updates.at(-1)!)).toEqual(['alpha', 'gamma', 'tools.beta'])
    expect(late.updates.at(-1)!.reload).toEqual(['extensions/alpha.ts', 'extensions/zz_sentinel.ts'])
    expect(page.messages).toHaveLength(told)
  })
})

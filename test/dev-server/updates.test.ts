import { copyFileSync, mkdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Options } from '../../src/index.ts'
import { type Dev, idsIn, type Message, moduleText, type Page, startDev, theUpdate } from './support/dev.ts'

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
const described = (messages: readonly Message[]) =>
  theUpdate(messages).catalog!.find(({ id }) => id === 'alpha')!.description

describe('a change of an extension file is told once, and without a reload of the page', () => {
  it('when a file comes', async () => {
    const { dev, page } = await start()
    const text = moduleText('Gamma')
    const messages = await dev.step(page, write(dev, 'extensions/gamma.ts', text), 'add extensions/gamma.ts')
    expect(idsIn(theUpdate(messages))).toEqual(['alpha', 'gamma', 'tools.beta'])
    expect(theUpdate(messages).reload).toEqual([])
    await dev.expectAgreement()
  })

  it('when a description changes', async () => {
    const { dev, page } = await start()
    const text = moduleText('Alpha', { description: 'two' })
    const messages = await dev.step(
      page,
      write(dev, 'extensions/alpha.ts', text),
      'change extensions/alpha.ts',
    )
    expect(described(messages)).toBe('two')
    expect(theUpdate(messages).reload).toEqual(['extensions/alpha.ts'])
    await dev.expectAgreement()
  })

  it('with what changed alone, where there is much more', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`extensions/many/m${n}.ts`, moduleText(`M${n}`)]),
    )
    const dev = await startDev({ ...files, ...many })
    const page = await dev.open('/extensions/alpha.ts')
    await dev.ssr()
    const two = moduleText('Alpha', { description: 'two' })
    await dev.step(page, write(dev, 'extensions/alpha.ts', two), 'change extensions/alpha.ts')
    await dev.step(page, () => dev.project.remove('extensions/many/m3.ts'), 'unlink extensions/many/m3.ts')
    // What changed counts twice, as what it was and as what it is.
    expect(page.named[0]).toBe(2)
    expect(page.named.every((count) => count <= 2)).toBe(true)
    expect(page.updates.some(({ catalog }) => catalog?.length === 14)).toBe(true)
    await dev.expectAgreement()
  })

  it('when a body changes, or a comment: without a catalog', async () => {
    const { dev, page } = await start()
    for (const more of ['// a comment\n', '/** a comment above nothing */\n\n']) {
      const text = moduleText('Alpha', { description: 'one', body: `return ${more.length}` }) + more
      const messages = await dev.step(
        page,
        write(dev, 'extensions/alpha.ts', text),
        'change extensions/alpha.ts',
      )
      const { catalog, reload, stamps } = theUpdate(messages)
      expect([catalog, reload]).toEqual([undefined, ['extensions/alpha.ts']])
      expect(stamps).toEqual({ 'extensions/alpha.ts': expect.any(Number) })
    }
    await dev.expectAgreement()
  })

  it('when a file changes that nobody has loaded: it may be one that was taken away until it does', async () => {
    const dev = await startDev(files)
    const page = await dev.open()
    const { registry } = await dev.ssr()
    await registry.unregister('alpha')
    const text = moduleText('Alpha', { description: 'one', body: 'return 1' })
    const edit = write(dev, 'extensions/alpha.ts', text)
    const { catalog, reload, stamps } = theUpdate(await dev.step(page, edit, 'change extensions/alpha.ts'))
    expect([catalog, reload, stamps]).toEqual([undefined, ['extensions/alpha.ts'], {}])
    expect(await registry.call('alpha', {})).toBe(1)
  })

  it('when a class is renamed: the new name comes with the order to load the file', async () => {
    const { dev, page } = await start()
    const text = moduleText('Renamed')
    const messages = await dev.step(
      page,
      write(dev, 'extensions/tools/beta.ts', text),
      'change extensions/tools/beta.ts',
    )
    const { catalog, reload } = theUpdate(messages)
    expect(catalog!.find(({ id }) => id === 'tools.beta')).toMatchObject({ exportName: 'Renamed' })
    expect(reload).toEqual(['extensions/tools/beta.ts'])
    await dev.expectAgreement()
  })

  it('when a file is renamed, moved to another folder, or goes', async () => {
    const { dev, page, path } = await start()
    mkdirSync(path('test'))
    const moves = [
      ['alpha.ts', 'hi.ts', 'hi'],
      ['hi.ts', 'test/hi.ts', 'test.hi'],
      ['test/hi.ts', 'test/index.ts', 'test.index'],
    ] as const
    for (const [from, to, id] of moves) {
      const move = () => renameSync(path(from), path(to))
      const messages = await dev.step(page, move, `unlink extensions/${from}`, `add extensions/${to}`)
      expect(idsIn(theUpdate(messages))).toEqual([id, 'tools.beta'].sort())
    }
    const remove = () => dev.project.remove('extensions/test/index.ts')
    const messages = await dev.step(page, remove, 'unlink extensions/test/index.ts')
    expect(idsIn(theUpdate(messages))).toEqual(['tools.beta'])
    await dev.expectAgreement()
  })

  it('when a file is copied and the original taken away, even where both have one ID', async () => {
    const { dev, page, path } = await start()
    const move = () => {
      copyFileSync(path('tools/beta.ts'), path('tools/Beta.ts'))
      setTimeout(() => dev.project.remove('extensions/tools/beta.ts'), 20)
    }
    const messages = await dev.step(
      page,
      move,
      'add extensions/tools/Beta.ts',
      'unlink extensions/tools/beta.ts',
    )
    expect(theUpdate(messages).catalog!.find(({ id }) => id === 'tools.beta')).toMatchObject({
      file: 'extensions/tools/Beta.ts',
    })
    await dev.expectAgreement()
  })

  it('when only the case of a name changes', async () => {
    const { dev, page, path } = await start()
    const move = () => renameSync(path('alpha.ts'), path('Alpha.ts'))
    const messages = await dev.step(page, move, 'unlink extensions/alpha.ts', 'add extensions/Alpha.ts')
    const { catalog } = theUpdate(messages)
    expect(catalog!.find(({ id }) => id === 'alpha')).toMatchObject({ file: 'extensions/Alpha.ts' })
    const text = moduleText('Alpha', { description: 'two' })
    const more = await dev.step(page, write(dev, 'extensions/Alpha.ts', text), 'change extensions/Alpha.ts')
    expect(described(more)).toBe('two')
    await dev.expectAgreement()
  })

  it('however an editor saves', async () => {
    const { dev, page, path } = await start()
    const text = (description: string) => moduleText('Alpha', { description })
    const ways: Record<string, (text: string) => void> = {
      'in place': (text) => writeFileSync(path('alpha.ts'), text),
      'beside it, then over it': (text) => {
        writeFileSync(path('alpha.ts.tmp~'), text)
        renameSync(path('alpha.ts.tmp~'), path('alpha.ts'))
      },
      'after taking the old one away': (text) => {
        renameSync(path('alpha.ts'), path('alpha.ts~'))
        writeFileSync(path('alpha.ts'), text)
      },
      'after emptying it': (text) => {
        writeFileSync(path('alpha.ts'), '')
        setTimeout(() => writeFileSync(path('alpha.ts'), text), 30)
      },
    }
    dev.pause = 300
    for (const [way, save] of Object.entries(ways)) {
      const messages = await dev.step(page, () => save(text(way)), 'change extensions/alpha.ts')
      expect(described(messages)).toBe(way)
    }
    await dev.expectAgreement()
  })

  it('when a formatter writes right after an editor, too soon for the watcher to notice', async () => {
    const { dev, page, path } = await start()
    const save = () => {
      writeFileSync(path('alpha.ts'), moduleText('Alpha', { description: 'saved' }))
      setTimeout(() => writeFileSync(path('alpha.ts'), moduleText('Alpha', { description: 'formatted' })), 35)
    }
    dev.pause = 300
    const messages = await dev.step(page, save, 'change extensions/alpha.ts')
    expect(described(messages.slice(-1))).toBe('formatted')
    await dev.expectAgreement()
  })

  it('when texts of one size change at one time', async () => {
    const { dev, page, path } = await start()
    const { atime, mtime } = statSync(path('alpha.ts'))
    const change = () => {
      writeFileSync(path('alpha.ts'), moduleText('Alpha', { description: 'two' }))
      utimesSync(path('alpha.ts'), atime, mtime)
    }
    expect(described(await dev.step(page, change, 'change extensions/alpha.ts'))).toBe('two')
  })

  it('when the last module goes, and when the first one comes', async () => {
    const { dev, page } = await start()
    const remove = () => {
      dev.project.remove('extensions/alpha.ts')
      dev.project.remove('extensions/tools')
    }
    await dev.step(page, remove, 'unlink extensions/alpha.ts', 'unlink extensions/tools/beta.ts')
    await dev.expectAgreement()
    const text = moduleText('Alpha', { description: 'back' })
    const add = write(dev, 'extensions/alpha.ts', text)
    expect(described(await dev.step(page, add, 'add extensions/alpha.ts'))).toBe('back')
    await dev.expectAgreement()
  })
})

import { describe, expect, it } from 'vitest'
import { type Dev, idsIn, type Message, moduleText, type Page, startDev, theUpdate } from './support/dev.ts'

const files = {
  'extensions/a.ts': moduleText('A'),
  'extensions/b.ts': moduleText('B'),
}
const broken = 'export class A implements Module { exec'

async function start(): Promise<{ dev: Dev; page: Page; write: (file: string, text: string) => () => void }> {
  const dev = await startDev(files)
  const page = await dev.open('/extensions/a.ts', '/extensions/b.ts')
  await dev.ssr()
  return { dev, page, write: (file, text) => () => dev.project.write({ [`extensions/${file}`]: text }) }
}

/** The only message there is, which is an error. */
function theError(messages: readonly Message[]): NonNullable<Message['err']> {
  expect(messages.map(({ type }) => type)).toEqual(['error'])
  return messages[0]!.err!
}

/** Makes a change while the sentinel cannot be heard: errors stand before it or after it. */
async function change(dev: Dev, page: Page, act: () => void, ...events: string[]): Promise<Message[]> {
  const start = page.messages.length
  await dev.changed(act, ...events)
  return page.messages.slice(start)
}

/** Mends everything that is wrong; the update is followed by one of nothing, for pages without a registry. */
async function mend(dev: Dev, page: Page, act: () => void, ...events: string[]): Promise<Message[]> {
  const messages = await dev.step(page, act, ...events)
  expect(messages.at(-1)).toEqual({ type: 'update', updates: [] })
  return messages.slice(0, -1)
}

describe('an error in a file', () => {
  it('is shown with code, place and frame, and the last good registry stays', async () => {
    const { dev, page, write } = await start()
    const before = await dev.catalogInPage()
    const err = theError(await change(dev, page, write('a.ts', broken), 'change extensions/a.ts'))
    expect(err.message).toMatch(/^PARSE_ERROR: /)
    expect(err.loc).toEqual({
      file: dev.project.path('extensions/a.ts'),
      line: 1,
      column: expect.any(Number),
    })
    expect(err.frame).toContain(broken)
    expect(await dev.catalogInPage()).toEqual(before)
    expect((await dev.ssr()).registry.ids()).toEqual(['a', 'b', 'zz_sentinel'])
    expect(dev.printed.filter((text) => text.includes('PARSE_ERROR'))).toHaveLength(1)

    // Others wait until it is mended; an empty file is nothing to speak of.
    expect(await change(dev, page, write('c.ts', moduleText('C')), 'add extensions/c.ts')).toEqual([])
    expect(await change(dev, page, write('e.ts', ''), 'add extensions/e.ts')).toEqual([])
    const healed = await mend(
      dev,
      page,
      write('a.ts', moduleText('A', { description: 'mended' })),
      'change extensions/a.ts',
    )
    expect(idsIn(theUpdate(healed))).toEqual(['a', 'b', 'c'])
    expect(theUpdate(healed)).toMatchObject({ healthy: true, reload: ['extensions/a.ts'] })
    await dev.expectAgreement()
  })

  it('goes when the old text comes back, and no module is loaded for it', async () => {
    const { dev, page, write } = await start()
    theError(await change(dev, page, write('a.ts', broken), 'change extensions/a.ts'))
    const healed = await mend(dev, page, write('a.ts', files['extensions/a.ts']), 'change extensions/a.ts')
    const { catalog, reload, healthy } = theUpdate(healed)
    expect([catalog, reload, healthy]).toEqual([undefined, [], true])
    await dev.expectAgreement()
  })

  it('leaves other modules alive: what they do can be changed, what they are waits', async () => {
    const { dev, page, write } = await start()
    theError(await change(dev, page, write('a.ts', broken), 'change extensions/a.ts'))
    const body = write('b.ts', moduleText('B', { body: 'return 1' }))
    const { catalog, reload } = theUpdate(await change(dev, page, body, 'change extensions/b.ts'))
    expect([catalog, reload]).toEqual([undefined, ['extensions/b.ts']])
    const renamed = write('b.ts', moduleText('Other'))
    expect(await change(dev, page, renamed, 'change extensions/b.ts')).toEqual([])
    const healed = await mend(dev, page, write('a.ts', moduleText('A')), 'change extensions/a.ts')
    expect(theUpdate(healed).reload).toEqual(['extensions/b.ts'])
    await dev.expectAgreement()
  })

  it('moves with the lines above it', async () => {
    const { dev, page, write } = await start()
    dev.pause = 300
    const conflict = write('A.ts', moduleText('A'))
    const first = theError(await change(dev, page, conflict, 'add extensions/A.ts'))
    expect(first.message).toMatch(/^MODULE_ID_CONFLICT/)
    const shift = write('A.ts', `\n\n${moduleText('A')}`)
    const second = theError(await change(dev, page, shift, 'change extensions/A.ts'))
    expect(second.loc).toMatchObject({ line: 4 })
    const remove = () => dev.project.remove('extensions/A.ts')
    await mend(dev, page, remove, 'unlink extensions/A.ts')
    await dev.expectAgreement()
  })

  it('goes with the file', async () => {
    const { dev, page, write } = await start()
    theError(await change(dev, page, write('x.ts', broken), 'add extensions/x.ts'))
    const healed = await mend(
      dev,
      page,
      () => dev.project.remove('extensions/x.ts'),
      'unlink extensions/x.ts',
    )
    expect(theUpdate(healed)).toMatchObject({ reload: [], healthy: true })
    expect(theUpdate(healed).catalog).toBeUndefined()
    await dev.expectAgreement()
  })

  it('is replaced by the next one, and told again only when it is another', async () => {
    const { dev, page, write } = await start()
    theError(await change(dev, page, write('a.ts', broken), 'change extensions/a.ts'))
    const second = theError(await change(dev, page, write('b.ts', broken), 'change extensions/b.ts'))
    expect(second.stack).toContain('extensions/b.ts')
    const third = theError(await change(dev, page, write('a.ts', moduleText('A')), 'change extensions/a.ts'))
    expect(third.loc).toMatchObject({ file: dev.project.path('extensions/b.ts') })
    expect(await change(dev, page, write('c.ts', moduleText('C')), 'add extensions/c.ts')).toEqual([])
    const healed = await mend(dev, page, write('b.ts', moduleText('B')), 'change extensions/b.ts')
    expect(idsIn(theUpdate(healed))).toEqual(['a', 'b', 'c'])
    await dev.expectAgreement()
  })
})

describe('pages that come later', () => {
  it('hear of errors that stand, once, and of none that are gone', async () => {
    const dev = await startDev(files)
    const first = await dev.open()
    first.socket.close()
    await dev.changed(() => dev.project.write({ 'extensions/a.ts': broken }), 'change extensions/a.ts')
    const second = await dev.open()
    await dev.settled()
    expect(second.messages.map(({ type }) => type)).toEqual(['connected', 'error'])
    second.socket.close()
    await dev.changed(
      () => dev.project.write({ 'extensions/a.ts': moduleText('A') }),
      'change extensions/a.ts',
    )
    const third = await dev.open()
    await dev.settled()
    expect(third.messages.map(({ type }) => type)).toEqual(['connected'])
  })

  it('get what is healthy when the server starts with errors, and the rest with the mend', async () => {
    const dev = await startDev({ ...files, 'extensions/a.ts': broken })
    const page = await dev.open()
    await dev.settled()
    expect(page.messages.map(({ type }) => type)).toEqual(['connected', 'error'])
    expect((await dev.catalogInPage()).map(({ id }) => id)).toEqual(['b', 'zz_sentinel'])
    expect((await dev.ssr()).registry.ids()).toEqual(['b', 'zz_sentinel'])
    const write = () => dev.project.write({ 'extensions/a.ts': moduleText('A') })
    expect(idsIn(theUpdate(await mend(dev, page, write, 'change extensions/a.ts')))).toEqual(['a', 'b'])
    await dev.expectAgreement()
  })

  it('get no catalog anew when what was wrong held no module', async () => {
    const dev = await startDev({ ...files, 'extensions/x.ts': 'export class X implements Module {' })
    const page = await dev.open()
    await dev.settled()
    const remove = () => dev.project.remove('extensions/x.ts')
    const healed = theUpdate(await mend(dev, page, remove, 'unlink extensions/x.ts'))
    expect([healed.catalog, healed.healthy]).toEqual([undefined, true])
  })
})

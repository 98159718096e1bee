import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { describeInBrowser, launch } from './support/chromium.ts'

const { project } = inject('packed')

const module = (name: string, answer: string, description = '') => `
import type { Module } from 'unplugin-module-registry/runtime'
export class ${name} implements Module {
  description = ${JSON.stringify(description)}
  count = 0
  onSuspend() { return this.count }
  onResume(count: number) { this.count = count }
  execute() { this.count++; return ${JSON.stringify(answer)} + ' ' + this.count }
}
`

const files = {
  'index.html':
    '<!doctype html><link rel="icon" href="data:,"><title>test</title><script type="module" src="/src/main.ts"></script>',
  'plain.html': '<!doctype html><link rel="icon" href="data:,"><title>test</title><p>no registry</p>',
  'src/main.ts': `
    import { catalog, registry } from 'virtual:module-registry'
    import { Shared } from '../extensions/shared.ts'
    if (import.meta.hot) import.meta.hot.accept()
    Object.assign(window, {
      registry,
      described: () => catalog.map(({ id, description }) => description ? id + ': ' + description : id),
      isShared: async () => (await registry.load('shared')) === Shared,
    })
    registry.on('reload', () => { window.reloads = (window.reloads ?? 0) + 1 })
    registry.on('error', ({ error }) => console.error(error))`,
  'extensions/alpha.ts': module('Alpha', 'one'),
  'extensions/shared.ts': module('Shared', 'shared'),
}

describeInBrowser('a page in the dev server', () => {
  let browser: Browser
  let server: ViteDevServer
  let root: string
  let page: Page
  let complaints: string[]
  const quiet: string[] = []

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
  })

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }

  /** Opens a page that complains of nothing, and marks it, so that a reload shows. */
  async function open(path = ''): Promise<Page> {
    const opened = await browser.newPage()
    opened.setDefaultTimeout(30_000)
    opened.on('pageerror', (error) => complaints.push(String(error)))
    opened.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await opened.goto(server.resolvedUrls!.local[0]! + path)
    if (path === '') await opened.waitForFunction('window.registry !== undefined')
    await opened.evaluate('window.marker = 1')
    return opened
  }

  beforeEach(async () => {
    root = mkdtempSync(join(project, 'dev-server-'))
    for (const [file, text] of Object.entries(files)) write(file, text)
    const plugin = await import(
      pathToFileURL(join(project, 'node_modules/unplugin-module-registry/dist/vite.js')).href
    )
    const print = (text: string) => void quiet.push(text)
    server = await createServer({
      ...{ root, configFile: false, plugins: [plugin.default()] },
      server: { host: '127.0.0.1', port: 0 },
      customLogger: {
        ...{ info: print, warn: print, warnOnce: print, error: print, clearScreen: () => {} },
        ...{ hasErrorLogged: () => false, hasWarned: false },
      },
    })
    await server.listen()
    complaints = []
    page = await open()
  })
  afterEach(async () => {
    await page?.close()
    await server?.close()
    rmSync(root, { recursive: true, force: true })
    expect(complaints).toEqual([])
  })

  const call = (id: string) => page.evaluate<string>(`registry.call('${id}', {})`)
  const described = () => page.evaluate('described()')
  const waitFor = (condition: string) => page.waitForFunction(condition)
  /** Waits until a promise in the page gives something true: a page that is still loading one text must not get the next. */
  const waitForAnswer = (condition: string) =>
    expect.poll(() => page.evaluate(condition).catch(() => false), { timeout: 30_000 }).toBe(true)
  const isMarked = () => page.evaluate('window.marker === 1')
  const overlay = () => page.locator('vite-error-overlay')

  it('follows files that come, change, are renamed and go, and is never loaded again', async () => {
    expect(await call('alpha')).toBe('one 1')
    write('extensions/beta.ts', module('Beta', 'beta'))
    await waitFor("registry.has('beta')")
    expect(await call('beta')).toBe('beta 1')
    write('extensions/alpha.ts', module('Alpha', 'two'))
    await waitForAnswer("registry.call('alpha', {}).then((answer) => answer.startsWith('two'))")
    expect(await call('alpha')).toMatch(/^two \d+$/)
    write('extensions/alpha.ts', module('Alpha', 'two', 'the first'))
    await waitFor("described().includes('alpha: the first')")
    await waitForAnswer("registry.get('alpha').then((alpha) => alpha.description === 'the first')")
    write('extensions/alpha.ts', module('Better', 'three'))
    await waitFor("registry.describe('alpha').exportName === 'Better'")
    await waitForAnswer("registry.call('alpha', {}).then((answer) => answer.startsWith('three'))")
    expect(Number((await call('alpha')).split(' ')[1])).toBeGreaterThan(3)
    renameSync(join(root, 'extensions/beta.ts'), join(root, 'extensions/gamma.ts'))
    await waitFor("registry.has('gamma') && !registry.has('beta')")
    expect(await call('gamma')).toBe('beta 1')
    rmSync(join(root, 'extensions/gamma.ts'))
    await waitFor("!registry.has('gamma')")
    expect(await described()).toEqual(['alpha', 'shared'])
    expect(await isMarked()).toBe(true)
  })

  it('shows what is wrong with code, place and frame, goes on with the last good registry, and is mended', async () => {
    expect(await call('alpha')).toBe('one 1')
    for (const mended of [module('Alpha', 'mended'), module('Alpha', 'mended')]) {
      write('extensions/alpha.ts', 'export class Alpha implements Module { exec')
      await overlay().waitFor()
      const text = await overlay().evaluate((element) => element.shadowRoot!.textContent)
      for (const part of [
        'PARSE_ERROR',
        'extensions/alpha.ts:1:',
        'export class Alpha implements Module { exec',
      ]) {
        expect(text).toContain(part)
      }
      expect(await call('alpha')).toMatch(/^(one|mended) \d$/)
      write('extensions/alpha.ts', mended)
      await overlay().waitFor({ state: 'detached' })
      await waitForAnswer("registry.call('alpha', {}).then((answer) => answer.startsWith('mended'))")
    }
    expect(await isMarked()).toBe(true)
  })

  it('has one copy of a file that the application imports, too, whatever happens to it', async () => {
    expect(await page.evaluate('isShared()')).toBe(true)
    for (const answer of ['new', 'newer']) {
      write('extensions/shared.ts', module('Shared', answer, answer))
      await waitFor(`described().includes('shared: ${answer}')`)
      await waitForAnswer('isShared()')
      await waitForAnswer(`registry.call('shared', {}).then((text) => text.startsWith('${answer} '))`)
      expect(await call('shared')).toMatch(new RegExp(`^${answer} `))
    }
    const later = await open()
    expect(await later.evaluate('isShared()')).toBe(true)
    await later.close()
    expect(await isMarked()).toBe(true)
  })

  it('without a registry gets rid of the overlay, too', async () => {
    const plain = await open('plain.html')
    write('extensions/alpha.ts', 'export class Alpha implements Module { exec')
    const shown = plain.locator('vite-error-overlay')
    await shown.waitFor()
    await overlay().waitFor()
    write('extensions/alpha.ts', module('Alpha', 'one'))
    await shown.waitFor({ state: 'detached' })
    await overlay().waitFor({ state: 'detached' })
    await plain.close()
    expect(await isMarked()).toBe(true)
  })
})

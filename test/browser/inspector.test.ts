import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { describeInBrowser, launch } from './support/chromium.ts'

const { project } = inject('packed')

const HOSTILE = '<img src=x onerror="window.hacked = 1"> left\u202eright\u0007'

const module = (name: string, description: string) => `
import type { Module } from 'unplugin-module-registry/runtime'
export class ${name} implements Module {
  description = ${JSON.stringify(description)}
  tags = ['sums', ${JSON.stringify(HOSTILE)}]
  inputSchema = {
    type: 'object',
    properties: { a: { type: 'number', minimum: 1 }, b: { type: 'number' }, how: { enum: ['exact', 'rough'] } },
    required: ['a', 'b'],
  }
  examples = makeExamples()
  execute({ a, b }: { a: number; b: number }) { return { sum: a + b } }
}
declare function makeExamples(): object[]
globalThis.makeExamples = () => []
`

const manifest = (kind: string, name: string, more = '') =>
  `[plugin]\nkind = "${kind}"\nname = "${name}"\nversion = "1.0.0"\nruntime = "in_process"\nentry_point = "./plugin.ts:ThePlugin"\n${more}`

const plugin = 'export class ThePlugin { setup() {} teardown() {} }\n'

const files = {
  'extensions/add.ts': module('Add', 'Adds two numbers'),
  'extensions/nested/hostile.ts': module('Hostile', HOSTILE),
  'plugins/store/dagstack.toml': manifest('storage', 'store'),
  'plugins/store/plugin.ts': plugin,
  'plugins/agent/dagstack.toml': manifest('agent', 'writer', 'depends_on = ["storage:store"]\n'),
  'plugins/agent/plugin.ts': plugin,
}

describeInBrowser('the page of the inspector', () => {
  let browser: Browser
  let server: ViteDevServer
  let root: string
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
  })
  beforeEach(() => {
    root = mkdtempSync(join(project, 'inspector-'))
    for (const [file, text] of Object.entries(files)) write(file, text)
    complaints = []
  })
  afterEach(async () => {
    await page?.context().close()
    await server?.close()
    rmSync(root, { recursive: true, force: true })
  })

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }

  async function start(calls = false, port = 0): Promise<void> {
    const path = join(project, 'node_modules/unplugin-module-registry/dist/vite.js')
    const moduleRegistry = (await import(pathToFileURL(path).href)).default
    const ignore = (): void => {}
    server = await createServer({
      ...{ root, configFile: false, plugins: [moduleRegistry({ dts: false, inspector: { calls } })] },
      server: { host: '127.0.0.1', port, strictPort: port !== 0 },
      customLogger: {
        ...{ info: ignore, warn: ignore, warnOnce: ignore, error: ignore, clearScreen: ignore },
        ...{ hasErrorLogged: () => false, hasWarned: false },
      },
    })
    await server.listen()
  }

  /** Opens a view, and waits until it shows what the server has. No editor is started. */
  async function open(view: string, options: BrowserContextOptions = {}): Promise<void> {
    await page?.context().close()
    page = await (await browser.newContext(options)).newPage()
    page.setDefaultTimeout(30_000)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await page.route('**/__module-registry/open', (route) => route.fulfill({ status: 204 }))
    await page.goto(`${server.resolvedUrls!.local[0]}__module-registry/#/${view}`)
    await page.getByText('● live').waitFor()
  }

  /** Follows a link to a view; the title is the last that changes. */
  async function goTo(view: string): Promise<void> {
    const title = `${decodeURIComponent(view.split('/').reverse().join(' – '))} – Module registry`
    await page.evaluate(`location.hash = '#/${view}'`)
    await expect.poll(async () => (await page.title()).endsWith(title), { timeout: 30_000 }).toBe(true)
  }

  const VIEWS = ['modules', 'modules/add', 'plugins/agent%3Awriter', 'contributions', 'graph', 'problems']

  it.each(['light', 'dark'] as const)('has nothing that axe complains of, in %s', async (colorScheme) => {
    write('extensions/broken.ts', 'export class A { execute() {} }\nexport class B { execute() {} }\n')
    await start(true)
    await open('modules', { colorScheme })
    await page.evaluate(axe.source)
    const problem = await page.evaluate(
      `fetch('./state.json').then((r) => r.json()).then((state) => state.problems[0].key)`,
    )
    for (const view of [...VIEWS, `problems/${problem}`]) {
      await goTo(view)
      const found = await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]))`,
      )
      expect([view, found]).toEqual([view, []])
    }
    expect(complaints).toEqual([])
  })

  it('is walked with the keyboard alone, from the search to the editor and back', async () => {
    await start()
    await open('modules')
    await page.keyboard.press('/')
    await page.keyboard.type('NUMBERS adds')
    await page.getByText('1 of 2 modules').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('add')
    expect(await page.title()).toContain('add – modules')
    await page.keyboard.press('Tab')
    const request = page.waitForRequest('**/__module-registry/open')
    await page.keyboard.press('Enter')
    expect((await request).postDataJSON()).toMatchObject({ file: 'extensions/add.ts', line: 3 })
    expect((await request).headers()['x-module-registry-token']).toMatch(/^[\w-]{20,}$/)
    await page.keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('#/modules/add')
    await page.goBack()
    await page.getByText('Choose a module').waitFor()
    expect(complaints).toEqual([])
  })

  it('fits on a phone, without scrolling sideways', async () => {
    await start(true)
    await open('modules', { viewport: { width: 360, height: 700 } })
    for (const view of [...VIEWS, 'modules/nested.hostile']) {
      await goTo(view)
      expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, 360])
    }
  })

  it('shows hostile texts as texts, with the characters that nobody sees', async () => {
    await start()
    await open('modules/nested.hostile')
    const lead = page.locator('.lead')
    expect(await lead.textContent()).toBe('<img src=x onerror="window.hacked = 1"> leftU+202ErightU+0007')
    expect(await page.locator('#app img').count()).toBe(0)
    expect(await page.evaluate('window.hacked')).toBeUndefined()
  })

  it('shows what changes, at once and without being loaded again', async () => {
    await start()
    await open('modules/add')
    await page.evaluate('window.marker = 1')
    write('extensions/add.ts', module('Add', 'Adds more'))
    await page.locator('.lead', { hasText: 'Adds more' }).waitFor()
    write('extensions/subtract.ts', module('Subtract', 'Takes away'))
    await page.locator('.row', { hasText: 'Takes away' }).waitFor()
    expect(await page.evaluate('window.marker')).toBe(1)
    expect(await page.locator('[role=status]').allTextContents()).toContainEqual(
      expect.stringContaining('The registry has changed: 3 modules'),
    )
    expect(complaints).toEqual([])
  })

  it('says when the server goes away, keeps what it has, and comes back by itself', async () => {
    await start()
    await open('modules/add')
    const { port } = new URL(server.resolvedUrls!.local[0]!)
    await server.close()
    await page.getByText('○ offline').waitFor()
    expect(await page.locator('.lead').textContent()).toBe('Adds two numbers')
    write('extensions/add.ts', module('Add', 'Adds after a rest'))
    await start(false, Number(port))
    await page.locator('.lead', { hasText: 'Adds after a rest' }).waitFor()
    await page.getByText('● live').waitFor()
  })

  it('calls modules where that is allowed, and says how to allow it where it is not', async () => {
    await start(true)
    await open('modules/add')
    await page.getByLabel('a required').fill('2')
    await page.getByLabel('b required').fill('40')
    await page.getByRole('button', { name: 'Call add' }).click()
    await page.getByText('"sum": 42').waitFor()
    await page.getByRole('button', { name: 'JSON instead of a form' }).click()
    await page.getByLabel('Inputs required').fill('{ no JSON')
    expect(await page.getByRole('button', { name: 'Call add' }).isDisabled()).toBe(true)
    await page.getByLabel('Inputs required').fill('null')
    await page.getByRole('button', { name: 'Call add' }).click()
    await page.getByText('✕ Error').waitFor()
    await server.close()
    await start()
    await open('modules/add')
    await page.getByText('inspector: { calls: true }').waitFor()
    expect(await page.getByRole('button', { name: /^Call/ }).count()).toBe(0)
  })
})

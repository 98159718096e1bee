import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, createServer, type PreviewServer, preview, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { describeInBrowser, launch } from './support/chromium.ts'

const { project } = inject('packed')

/** Copies the playground to where the packed package is installed, as into a user's project. */
function copyPlayground(): string {
  const source = resolve(import.meta.dirname, '../../playground')
  const root = mkdtempSync(join(project, 'playground-'))
  const kept = (path: string) => !['dist', 'broken', 'types'].some((name) => path === join(source, name))
  cpSync(source, root, { recursive: true, filter: kept })
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  return root
}

const servers = {
  async 'built and served as files'(root: string): Promise<PreviewServer> {
    await build({ root, logLevel: 'warn' })
    const options = { host: '127.0.0.1', port: 0 }
    return preview({ root, logLevel: 'warn', build: { outDir: 'dist/client' }, preview: options })
  },
  async 'in the dev server'(root: string): Promise<ViteDevServer> {
    const server = await createServer({ root, logLevel: 'warn', server: { host: '127.0.0.1', port: 0 } })
    return server.listen()
  },
}

for (const [how, serve] of Object.entries(servers)) {
  describeInBrowser(`the playground ${how}`, () => {
    let browser: Browser
    let server: PreviewServer | ViteDevServer
    let url: string
    let page: Page
    let requests: string[]
    let complaints: string[]

    beforeAll(async () => {
      server = await serve(copyPlayground())
      url = server.resolvedUrls!.local[0]!
      browser = await launch()
    })
    afterAll(async () => {
      await browser?.close()
      await server?.close()
    })

    beforeEach(async () => {
      page = await browser.newPage()
      page.setDefaultTimeout(15_000)
      requests = []
      complaints = []
      page.on('request', (request) => requests.push(request.url()))
      page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      await page.goto(url)
      await page.getByRole('option').first().waitFor()
      await page.getByText('5 plugins, 2 ready').waitFor()
    })
    afterEach(async () => {
      await page.close()
      expect(complaints).toEqual([])
      expect(requests.filter((request) => !request.startsWith(url))).toEqual([])
    })

    const search = () => page.getByRole('combobox', { name: 'Search modules' })
    const shown = () => page.locator('.option .id').allTextContents()
    const inputs = () => page.getByLabel('Inputs, as JSON')
    const outcome = () => page.locator('#outcome')
    const choose = (id: string) => page.locator(`[id="option-${id}"]`).click()

    /** Calls the chosen module and gives what is shown then. */
    const call = async () => {
      await page.getByRole('button', { name: 'Call' }).click()
      await outcome().locator('.verdict').waitFor()
      return outcome().textContent()
    }

    /** The names of the scripts that were fetched while something was done, without hashes, sorted. */
    const scriptsDuring = async (action: () => Promise<unknown>) => {
      requests.length = 0
      await action()
      const names = requests.map(
        (request) => /([^/]+?)(?:-[\w-]{8})?\.[jt]s$/.exec(new URL(request).pathname)?.[1],
      )
      return names.filter((name) => name !== undefined).sort()
    }

    it('lists the whole catalog, and has loaded none of it', async () => {
      expect(await page.locator('header').textContent()).toContain('20 modules in 14 files, 0 of them loaded')
      expect(await shown()).toHaveLength(20)
      expect(requests.filter((request) => /extensions|word-count|contrast/.test(request))).toEqual([])
    })

    it('searches in IDs, descriptions, classes and files, and by tag', async () => {
      await search().fill('WORKING')
      expect(await shown()).toEqual(['dates.working_days'])
      await search().fill('urlslug')
      expect(await shown()).toEqual(['text.case_tools.url_slug'])
      await search().fill('#units file')
      expect(await shown()).toEqual(['unit_converter.data_size'])
      await search().fill('nothing of the kind')
      expect(await shown()).toEqual([])
      expect(await page.getByText('No module fits.').isVisible()).toBe(true)
      await search().fill('')
      await choose('json.diff')
      await page.getByRole('button', { name: '#json' }).click()
      expect(await shown()).toEqual(['json.diff', 'json.format'])
    })

    it('describes the chosen module', async () => {
      await choose('dates.working_days')
      const bench = await page.getByRole('region', { name: 'Chosen module' }).textContent()
      for (const fact of ['extensions/dates/working-days.ts', 'WorkingDays', 'NextWorkingDays', '#slow']) {
        expect(bench).toContain(fact)
      }
    })

    it('needs no mouse', async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('math')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      expect(await page.locator('#modules').getByRole('option', { selected: true }).textContent()).toContain(
        'math_ops.sum',
      )
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('{"numbers":[40,2]}')
      await page.keyboard.press('Control+Enter')
      await outcome().locator('.verdict').waitFor()
      expect(await outcome().textContent()).toMatch(/Result in [\d.]+ ms.*42$/)
    })

    it('loads the one file of the module that is called, once', async () => {
      await choose('text.word_count')
      let text: string | null = ''
      const scripts = await scriptsDuring(async () => {
        text = await call()
      })
      expect(scripts).toEqual(['word-count'])
      expect(text).toMatch(/^Result in .* ms, loading included/)
      expect(text).toContain('"words": 6')
      expect(await page.locator('header').textContent()).toContain('1 of them loaded')
      expect(await page.locator('#loaded-files').textContent()).toMatch(/word-count.*for text\.word_count/s)
      expect(await scriptsDuring(call)).toEqual([])
    })

    it('loads what a module needs: a helper in its own time, another module through the registry', async () => {
      await choose('colour.nearest_name')
      expect(await scriptsDuring(call)).toEqual(['css-colours', 'nearest-name', 'rgb'])
      await choose('colour.palette')
      expect(await scriptsDuring(call)).toEqual(['contrast', 'palette'])
      expect(await page.getByRole('option', { name: 'colour.contrast' }).textContent()).toContain('loaded')
    })

    it('has modules of every shape that can be called with the sample inputs', async () => {
      for (const id of (await shown()).filter((one) => one !== 'dates.working_days')) {
        await choose(id)
        const isElsewhere = id.startsWith('primes.') || id.startsWith('prose.')
        expect(await call(), id).toMatch(isElsewhere ? /^Failed .*: it needs a server$/s : /^Result/)
      }
    })

    it('shows errors and their causes', async () => {
      await choose('json.format')
      await inputs().fill('{ "text": "{oops" }')
      expect(await call()).toMatch(
        /^Failed after .*SyntaxError: The text is not JSON\.\ncaused by SyntaxError: /,
      )
      await inputs().fill('oops')
      expect(await call()).toMatch(/SyntaxError: The inputs are not JSON\.\ncaused by SyntaxError: /)
    })

    it('unloads a module and misses it afterwards, with its neighbours', async () => {
      await choose('math_ops.sum')
      expect(await call()).toContain('6.5')
      await page.getByRole('button', { name: 'Unregister' }).click()
      await page.getByText('Unregistered and unloaded.').waitFor()
      expect(await shown()).toHaveLength(19)
      expect(await call()).toContain(
        'ModuleNotFoundError (MODULE_NOT_FOUND): No module has the ID "math_ops.sum".',
      )
    })

    it('cancels a slow call', async () => {
      await choose('dates.working_days')
      await page.getByRole('button', { name: 'Call' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await outcome().locator('.verdict').waitFor()
      expect(await outcome().textContent()).toMatch(/^Cancelled after .*You cancelled the call\.$/s)
    })

    it('shows what has become of each plugin, and why', async () => {
      const plugins = page.getByRole('region', { name: 'Plugins' })
      const items = await plugins.getByRole('listitem').allTextContents()
      expect(items.map((text) => /^\w+:\w+?(?=ready|unavailable)/.exec(text)?.[0])).toEqual([
        'storage:memory',
        'feature:history',
        'feature:exporter',
        'numbers:primes',
        'text:prose',
      ])
      expect(items[0]).toMatch(/^storage:memoryready/)
      expect(items[2]).toMatch(/unavailable.*The context lacks the resource "files"\.$/)
      expect(items[3]).toMatch(/unavailable.*It needs a server\.$/)
      await choose('math_ops.sum')
      await call()
      expect(await plugins.getByRole('status').textContent()).toContain('1 call remembered')
    })

    it('shows the modules as tools for a model, in each format', async () => {
      const tools = page.getByRole('region', { name: 'Tools for a model' })
      await tools.getByText('20 tools, SHA-256').waitFor()
      await tools.getByText('The list').click()
      const list = async () => JSON.parse((await tools.locator('pre').textContent()) ?? '')
      expect(await list()).toContainEqual(
        expect.objectContaining({ name: 'math_ops-sum', annotations: expect.anything() }),
      )
      await tools.getByRole('combobox').selectOption('openai')
      await tools.getByText('"type": "function"').first().waitFor()
      expect(await list()).toHaveLength(20)
    })

    it('fits a small screen', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const [content, view] = (await page.evaluate(
        '[document.documentElement.scrollWidth, innerWidth]',
      )) as number[]
      expect(content).toBe(view)
    })
  })
}

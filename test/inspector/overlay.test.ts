import { expect, test, vi } from 'vitest'
import { describeInBrowser, launch } from '../browser/support/chromium.ts'
import { moduleText, PATIENCE } from '../dev-server/support/dev.ts'
import { inspect } from './support/ask.ts'

const BROKEN = {
  'extensions/twice.ts': moduleText('A') + moduleText('B'),
  'index.html': '<!doctype html><html><head></head><body><p>the app</p></body></html>',
}

test('the error overlay names the problem in the inspector, and pages make a link of it', async () => {
  const { dev, state, ask, url } = await inspect(BROKEN)
  const { messages, socket } = await dev.open()
  await vi.waitFor(() => expect(messages.map(({ type }) => type)).toContain('error'), PATIENCE)
  socket.close()
  const { err } = messages.find(({ type }) => type === 'error')!
  const { key } = (await state()).problems[0]!
  expect(err!.stack).toContain(`  look  ${url}#/problems/${key}`)
  const html = await dev.server.transformIndexHtml('/', dev.project.read('index.html'))
  expect(html).toContain('<script type="module" src="/__module-registry/overlay.js"></script>')
  const script = await ask('overlay.js')
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.text.length).toBeLessThan(1500)
})

test('without an inspector the overlay names none', async () => {
  const { dev } = await inspect(BROKEN, { options: { inspector: false } })
  const { messages, socket } = await dev.open()
  await vi.waitFor(() => expect(messages.map(({ type }) => type)).toContain('error'), PATIENCE)
  socket.close()
  expect(messages.find(({ type }) => type === 'error')!.err!.stack).not.toContain('__module-registry')
})

describeInBrowser('in a browser', () => {
  test('the line in the overlay is a link, under the host that the page has', async () => {
    const { dev, state } = await inspect(BROKEN, { config: { base: '/app/', server: { host: 'localhost' } } })
    const { key } = (await state()).problems[0]!
    const browser = await launch()
    try {
      const page = await browser.newPage()
      await page.goto(dev.url)
      const link = page.locator('vite-error-overlay a[href]')
      await link.waitFor({ timeout: PATIENCE.timeout })
      expect(await link.getAttribute('href')).toBe(`${dev.url}__module-registry/#/problems/${key}`)
      expect(await link.getAttribute('target')).toBe('_blank')
      const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
      await opened.waitForLoadState()
      expect(opened.url()).toBe(`${dev.url}__module-registry/#/problems/${key}`)
      expect(await opened.locator('meta[name=module-registry-token]').count()).toBe(1)
    } finally {
      await browser.close()
    }
  })
})

import { expect, it } from 'vitest'
import { describeInBrowser, launch } from './support/chromium.ts'

describeInBrowser('the browser of the tests', () => {
  it('starts and runs a script', async () => {
    const browser = await launch()
    try {
      const page = await browser.newPage()
      await page.setContent('<title>Modules</title>')
      expect(await page.title()).toBe('Modules')
    } finally {
      await browser.close()
    }
  })
})

// `npm run pictures`: the pictures in the README, of the inspector of this playground. Needs Chromium; `CHROME_PATH` names it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const root = resolve(import.meta.dirname, '..')
const folder = resolve(root, 'pictures')
const broken = resolve(root, 'extensions/colour/contrast_check.ts')

/** Two modules in a file that is not marked for several: the most frequent mistake. */
const BROKEN = `import type { Module } from 'unplugin-module-registry/runtime'

export class Contrast implements Module {
  execute() {}
}

export class Luminance implements Module {
  execute() {}
}
`

mkdirSync(folder, { recursive: true })
const server = await createServer({ root, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } })
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await server.listen()
  await take('inspector', async () => '#/modules/math_ops.statistics')
  writeFileSync(broken, BROKEN, { flag: 'wx' })
  await take('problem', async (page) => {
    await page.locator('.project .bad').waitFor()
    return page.evaluate(async () => {
      const { problems } = await (await fetch('./state.json')).json()
      return `#/problems/${problems.find(({ diagnostic }) => diagnostic.severity === 'error').key}`
    })
  })
} finally {
  rmSync(broken, { force: true })
  await browser.close()
  await server.close()
}

/**
 * Takes a picture of a view, in light and in dark.
 *
 * @param {string} name
 * @param {(page: import('playwright-core').Page) => Promise<string>} findView
 */
async function take(name, findView) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const viewport = { width: 1200, height: 760 }
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${server.resolvedUrls?.local[0]}__module-registry/`)
    await page.getByText('● live').waitFor()
    const view = await findView(page)
    await page.evaluate((hash) => {
      location.hash = hash
    }, view)
    await page.locator('article h2').waitFor()
    await page.screenshot({ path: resolve(folder, `${name}-${colorScheme}.png`), animations: 'disabled' })
    await page.close()
  }
}

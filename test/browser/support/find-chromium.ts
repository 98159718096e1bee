import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What is said where there is none. */
export const missing = 'no Chromium found: install one, or set CHROME_PATH'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds an installed Chromium or Chrome.
 *
 * @returns `CHROME_PATH` if it is set, else the first program found; undefined if there is none
 * @throws if `CHROME_PATH` names nothing
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH is "${chosen}", and there is no such file.`)
    return chosen
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...fixedPlaces].find((place) => existsSync(place))
}

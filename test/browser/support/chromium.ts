import { type Browser, chromium } from 'playwright-core'
import { describe } from 'vitest'
import { findChromium, missing } from './find-chromium.ts'

/** Starts a headless browser that asks nothing of the network by itself. The caller closes it. */
export function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(missing)
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      // Chromium refuses to run as root inside its sandbox.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** `describe` for tests that need a browser. Without one they are skipped, and the title says why. */
export function describeInBrowser(name: string, body: () => void): void {
  const found = findChromium() !== undefined
  describe.skipIf(!found)(found ? name : `${name} (${missing})`, body)
}

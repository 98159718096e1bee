import { findChromium, missing } from './find-chromium.ts'

/** Says once for a run why the browser tests are skipped. */
export default function setup(): void {
  if (!findChromium()) console.log(`The browser tests are skipped: ${missing}.`)
}

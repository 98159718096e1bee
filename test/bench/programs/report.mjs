// What all measured programs share.
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the program was told. */
export const input = JSON.parse(process.argv[2] ?? '{}')

/**
 * Imports an entry point of the package that is measured.
 *
 * @param {string} entry such as `index` or `vite`
 * @returns {Promise<any>} its exports
 */
export function ours(entry) {
  return import(pathToFileURL(join(process.env.BENCH_PACKAGE ?? '', `dist/${entry}.js`)).href)
}

/**
 * Tells what was measured, with CPU time and peak memory, at the very end of the process: what it does on its way out
 * counts.
 *
 * @param {Record<string, number>} [values] in ms, MB or bytes
 */
export function report(values = {}) {
  process.once('exit', () => {
    const { user, system } = process.cpuUsage()
    writeSync(1, `${JSON.stringify({ cpu: (user + system) / 1000, rss: peakMemory(), ...values })}\n`)
  })
}

/** In MB. What Node says of itself includes the process that started it, on Linux. */
function peakMemory() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}

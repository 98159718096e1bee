// Calls a child over its pipes: many at once, and one after the other.
import { spawn } from 'node:child_process'
import { median } from '../statistics.mjs'
import { input, report } from './report.mjs'

const IN_FLIGHT = 32
/** 100 bytes of JSON. */
const PARAMS = { text: 'x'.repeat(100 - '{"text":""}'.length) }

const { kind, calls, pings } = input
const { callChild, serve } = await import(`./wire/${kind}.mjs`)
if (input.child) {
  await serve({ echo: (/** @type {unknown} */ params) => params })
} else {
  const args = [import.meta.filename, JSON.stringify({ kind, child: true })]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const call = await callChild(child)
  await callMany(call, Math.ceil(calls / 4))
  const start = performance.now()
  await callMany(call, calls)
  const perSecond = (calls * 1000) / (performance.now() - start)
  const times = []
  for (let i = 0; i < pings; i++) {
    const sent = performance.now()
    await call('echo', PARAMS)
    times.push((performance.now() - sent) * 1000)
  }
  child.kill('SIGKILL')
  report({ perSecond, ping: median(times.slice(Math.floor(pings / 4))) })
}

/**
 * @param {(method: string, params: unknown) => Promise<any>} call
 * @param {number} count
 */
async function callMany(call, count) {
  let sent = 0
  const lane = async () => {
    while (sent++ < count) {
      const { text } = await call('echo', PARAMS)
      if (text !== PARAMS.text) throw new Error('The answer is not what was sent.')
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
}

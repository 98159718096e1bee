import { Worker } from 'node:worker_threads'
import type { Terminal } from '../terminal.ts'

/**
 * Says in an interactive terminal that something takes its time, when it takes longer than a second. It does so from
 * another thread: this one is busy.
 *
 * @param text such as `Reading the project`
 * @returns ends it, and takes away what it showed
 */
export function startProgress(terminal: Terminal, text: string): () => Promise<void> {
  if (!terminal.showsProgress) return async () => {}
  const worker = new Worker(SHOW, { eval: true, workerData: text, stdin: false })
  worker.on('error', () => {})
  worker.unref()
  return async () => {
    const seen = new Promise<boolean>((tell) => {
      worker.once('message', tell)
      worker.once('exit', () => tell(true))
    })
    worker.postMessage('end')
    if (await seen) process.stderr.write('\r\u001b[K')
    await worker.terminate()
  }
}

const SHOW = `
const { parentPort, workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
let seconds = 0
const timer = setInterval(() => {
  try { writeSync(2, '\\r\\u001b[K' + workerData + ' … ' + ++seconds + ' s') } catch {}
}, 1000)
parentPort.once('message', () => {
  clearInterval(timer)
  parentPort.postMessage(seconds > 0)
})
`

// The package's peer over the same pipes.
import { ours } from '../report.mjs'

const { Peer } = await ours('process')

/** @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child */
export async function callChild(child) {
  const peer = new Peer(child.stdout, child.stdin, { role: 'host' })
  peer.start()
  return (/** @type {string} */ method, /** @type {unknown} */ params) => peer.call(method, params)
}

/** @param {Record<string, (params: any) => any>} handlers */
export async function serve(handlers) {
  new Peer(process.stdin, process.stdout, { role: 'child', handlers }).start()
}

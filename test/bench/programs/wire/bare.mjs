// The floor: one JSON text a line, IDs, and nothing else. All lines of one turn are written at once.

/** @typedef {(method: string, params: any) => Promise<any>} Call */

/**
 * @param {import('node:stream').Readable} input
 * @param {import('node:stream').Writable} output
 * @param {Record<string, (params: any) => any>} serve
 * @returns {Call}
 */
export function connect(input, output, serve) {
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map()
  let queued = ''
  let rest = ''
  let id = 0
  const flush = () => {
    output.write(queued)
    queued = ''
  }
  /** @param {object} frame */
  const send = (frame) => {
    if (queued === '') process.nextTick(flush)
    queued += `${JSON.stringify(frame)}\n`
  }
  input.setEncoding('utf8')
  input.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const frame = JSON.parse(line)
      if (frame.method !== undefined) {
        send({ jsonrpc: '2.0', id: frame.id, result: serve[frame.method]?.(frame.params) })
      } else {
        waiting.get(frame.id)?.(frame.result)
        waiting.delete(frame.id)
      }
    }
  })
  return (method, params) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve)
      send({ jsonrpc: '2.0', id, method, params })
    })
}

/** @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child */
export const callChild = async (child) => connect(child.stdout, child.stdin, {})

/** @param {Record<string, (params: any) => any>} handlers */
export async function serve(handlers) {
  connect(process.stdin, process.stdout, handlers)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { bundleProgram } from './support/bundle.ts'
import { eventually } from './support/eventually.ts'
import { entryOf, isAlive } from './support/plugin.ts'

let host: string

beforeAll(async () => {
  host = await bundleProgram(`
    import { createMcpPlugin } from './mcp.ts'
    const [entry, ending] = process.argv.slice(2)
    const plugin = createMcpPlugin(JSON.parse(entry), { pluginRoot: '' })
    const context = { signal: new AbortController().signal }
    plugin.setup(context).then(() => {
      if (ending === 'exit') process.exit(0)
      if (ending === 'throw') throw new Error('on purpose')
      console.log('up')
    })`)
})

it.each([
  ['exits', 'exit', 'stubborn'],
  ['fails', 'throw', 'stubborn'],
  ['is killed', 'kill', 'good'],
])('a server does not outlive a host that %s', async (_name, ending, mode) => {
  const folder = mkdtempSync(join(tmpdir(), 'module-registry-mcp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const notes = join(folder, 'notes')
  const server = resolve(import.meta.dirname, 'support/rough-server.mjs')
  const entry = entryOf({ folder, command: [process.execPath, server, mode, notes] })
  const child = spawn(process.execPath, [host, JSON.stringify(entry), ending], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (ending === 'kill') {
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
  }
  await once(child, 'exit')
  const pids = [Number(readFileSync(notes, 'utf8'))]
  if (mode === 'stubborn') pids.push(Number(readFileSync(`${notes}.child`, 'utf8')))
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]))
})

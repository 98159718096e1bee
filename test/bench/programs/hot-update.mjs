// Edits of a file that a page has loaded: from the write to the message that tells the page.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, minimum } from '../statistics.mjs'
import { nextMessage, pause, REGISTRY_URLS, startServer } from './dev-project.mjs'
import { input, report } from './report.mjs'

const { root, path, withPlugin, edits } = input
const file = join(root, path)
const text = `${readFileSync(file, 'utf8')}if (import.meta.hot) import.meta.hot.accept(() => {})\n`
writeFileSync(file, text)
const { server, get } = await startServer(root, withPlugin)
await get('/main.ts')
if (withPlugin) for (const url of REGISTRY_URLS) await get(url)
await get(`/${path}`)
// The watcher of a tree that was just made tells of its files for a while.
await pause(500)

const times = []
for (let i = 0; i < edits + 3; i++) {
  const told = nextMessage(server, (message) => message.includes(path))
  const start = performance.now()
  writeFileSync(file, `${text}// ${i}\n`)
  await told
  if (i >= 3) times.push(performance.now() - start)
  await get(`/${path}?t=${Date.now()}`)
  await pause(60)
}
await server.close()
report({ message: median(times), best: minimum(times) })
process.exit(0)

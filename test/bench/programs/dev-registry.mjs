// What a page waits for when it asks a dev server for all modules: at first, and again after a file was added.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../statistics.mjs'
import { nextMessage, pause, REGISTRY_URLS, startServer } from './dev-project.mjs'
import { input, report } from './report.mjs'

const { root, path, withPlugin, adds } = input
const urls = withPlugin ? REGISTRY_URLS : ['/glob.ts']
const begin = performance.now()
const { server, get } = await startServer(root, withPlugin)
await get('/warm-up.ts')

/** @param {string} query */
async function request(query) {
  const start = performance.now()
  for (const url of urls) await get(`${url}${query}`)
  return performance.now() - start
}

const first = await request('')
const start = performance.now() - begin
await pause(500)

const text = readFileSync(join(root, path), 'utf8')
const times = []
for (let i = 0; i < adds; i++) {
  const told = nextMessage(server, (message) => /update|full-reload|module-registry/.test(message))
  writeFileSync(join(root, `extensions/added_${i}.ts`), text)
  await told
  await pause(60)
  times.push(await request(`?t=${Date.now()}`))
}
await server.close()
report({ first, start, refresh: median(times) })
process.exit(0)

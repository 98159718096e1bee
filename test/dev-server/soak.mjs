// Edits a project in a real dev server again and again, and reports what that leaves behind.
//
//   npm run build && node --expose-gc test/dev-server/soak.mjs [edits] [modules]
//
// Edits change bodies, descriptions, or come and go; memory is looked at after a garbage collection.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServer } from 'vite'

const edits = Number(process.argv[2] ?? 10_000)
const modules = Number(process.argv[3] ?? 200)
const dist = resolve(process.env.PACKAGE_DIST ?? join(import.meta.dirname, '../../dist'))
const { default: moduleRegistry } = await import(
  pathToFileURL(join(dist, process.env.PACKAGE_ENTRY ?? 'vite.js')).href
)

const outer = mkdtempSync(join(tmpdir(), 'soak-'))
const root = join(outer, 'app')
const put = (file, text) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const fileOf = (n) => `extensions/group_${n % 20}/module_${n}.ts`
const moduleText = (n, { description = `Module ${n}`, body = n } = {}) =>
  `import type { Module } from 'unplugin-module-registry/runtime'
export class Module${n} implements Module {
  readonly description = '${description}'
  execute() {
    return ${body}
  }
}
`
put('package.json', '{ "type": "module", "private": true }')
put('tsconfig.json', '{}')
for (let n = 0; n < modules; n++) put(fileOf(n), moduleText(n))
mkdirSync(join(root, 'node_modules'))
symlinkSync(
  resolve(import.meta.dirname, '../..'),
  join(root, 'node_modules/unplugin-module-registry'),
  'junction',
)

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'silent',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
  plugins: [moduleRegistry({ cache: false })],
})
const { client, ssr } = server.environments
const { registry } = await ssr.runner.import('virtual:module-registry')
const load = async () => {
  for (const id of ['virtual:module-registry', 'virtual:module-registry/catalog'])
    await client.transformRequest(id)
}
await load()

const pause = (time) => new Promise((done) => setTimeout(done, time))
const emit = (event, file) => server.watcher.emit(event, join(root, file))
const rows = []
const look = async (done) => {
  await pause(400)
  globalThis.gc?.()
  await pause(20)
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const listeners = [server.watcher, server.ws, process].map((emitter) =>
    (emitter.eventNames?.() ?? []).reduce((sum, name) => sum + emitter.listenerCount(name), 0),
  )
  const row = {
    edits: done,
    'heap MB': (heapUsed / 2 ** 20).toFixed(1),
    'RSS MB': (rss / 2 ** 20).toFixed(0),
    listeners: listeners.join(' '),
    handles: process.getActiveResourcesInfo().length,
    modules: registry.ids().length,
  }
  rows.push(row)
  console.log(
    Object.entries(row)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )
}

await look(0)
for (let edit = 1; edit <= edits; edit++) {
  const n = (edit * 7) % modules
  const kind = edit % 4
  if (kind === 0) put(fileOf(n), moduleText(n, { body: edit }))
  if (kind <= 1) put(fileOf(n), moduleText(n, { description: `Edit ${edit}`, body: edit }))
  if (kind <= 1) emit('change', fileOf(n))
  const round = edit - kind
  const passing = `extensions/group_${round % 20}/passing_${round}.ts`
  if (kind === 2) put(passing, moduleText(`P${edit}`))
  if (kind === 2) emit('add', passing)
  if (kind === 3) rmSync(join(root, passing), { force: true })
  if (kind === 3) emit('unlink', passing)
  // An update starts every 50 ms at most; some get one edit, and some get several.
  await pause(edit % 10 === 0 ? 60 : 4)
  if (edit % 50 === 0) await registry.call(registry.ids()[0], {})
  if (edit % 100 === 0) await load()
  if (edit % Math.ceil(edits / 10) === 0) await look(edit)
}
await server.close()
rmSync(outer, { recursive: true, force: true })
const heap = rows.map((row) => Number(row['heap MB']))
console.log(`heap after a tenth of the edits: ${heap[1]} MB, at the end: ${heap.at(-1)} MB`)

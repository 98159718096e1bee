// One edit after the other in a dev server: from the file event to a registry that is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { median } from '../statistics.mjs'
import { pause } from './dev-project.mjs'
import { input, ours, report } from './report.mjs'

const { root, path, name } = input
const file = join(root, path)
const text = readFileSync(file, 'utf8')
const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [(await ours('vite')).default({ dts: false, inspector: false })],
  optimizeDeps: { noDiscovery: true, include: [] },
  // Events come from here, so that nothing of the system's watching is measured.
  server: { middlewareMode: true, watch: null, ws: false },
})
const { pluginContainer } = server.environments.client
await server.transformRequest('virtual:module-registry')

/**
 * Writes a text, and waits until the registry is up to date.
 *
 * @param {string} changed
 */
async function edit(changed) {
  writeFileSync(file, changed)
  const start = performance.now()
  await pluginContainer.watchChange(file, { event: 'update' })
  const time = performance.now() - start
  // What follows at once is gathered for a while, and would not be measured.
  await pause(60)
  return time
}

/** @param {(number: number) => string} textOf by the number of the edit */
async function editOften(textOf) {
  const times = []
  for (let i = 0; i < input.warmUp + input.edits; i++) times.push(await edit(textOf(i)))
  return median(times.slice(input.warmUp))
}

const body = await editOften((number) => `${text}// ${number}\n`)
const renamed = await editOften((number) => text.replace(`class ${name} `, `class ${name}V${number} `))

const loaded = await pluginContainer.load('\0virtual:module-registry/catalog')
const catalog = typeof loaded === 'string' ? loaded : (loaded?.code ?? '')
const expected = `${name}V${input.warmUp + input.edits - 1}`
if (!catalog.includes(`"className":"${expected}"`)) throw new Error(`The catalog does not know ${expected}.`)
writeFileSync(file, text)
await server.close()
report({ body, renamed })
process.exit(0)

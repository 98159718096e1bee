// One edit after the other in a dev server: from the file event to a registry that is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { median } from '../statistics.mjs'
import { pause } from './dev-project.mjs'
import { input, ours, report } from './report.mjs'

const { root, path, name, kind } = input
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

/** @param {number} number */
async function edit(number) {
  writeFileSync(
    file,
    kind === 'body' ? `${text}// ${number}\n` : text.replace(`class ${name} `, `class ${name}V${number} `),
  )
  const start = performance.now()
  await pluginContainer.watchChange(file, { event: 'update' })
  const time = performance.now() - start
  // What follows at once is gathered for a while, and would not be measured.
  await pause(60)
  return time
}

for (let i = 0; i < input.warmUp; i++) await edit(i)
const times = []
for (let i = 0; i < input.edits; i++) times.push(await edit(1000 + i))

const loaded = await pluginContainer.load('\0virtual:module-registry/catalog')
const catalog = typeof loaded === 'string' ? loaded : (loaded?.code ?? '')
const expected = kind === 'body' ? name : `${name}V${999 + input.edits}`
if (!catalog.includes(`\\"${expected}\\"`) && !catalog.includes(`"${expected}"`))
  throw new Error(`The catalog does not know ${expected}.`)
writeFileSync(file, text)
await server.close()
report({ edit: median(times) })
process.exit(0)

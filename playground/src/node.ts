/** The same extensions without a browser: `npm start` bundles this file and runs it. */

import { fileURLToPath } from 'node:url'
import { catalog, type ModuleId, type ModuleMap, registry } from 'virtual:module-registry'
import { type InputsOf, toTools } from 'unplugin-module-registry/runtime'
import { samples } from './samples.ts'

const files = new Set(catalog.map((entry) => entry.file))
const loaded = new Set<string>()
registry.on('register', ({ id }) => loaded.add(registry.describe(id as ModuleId).file))

console.log(`${catalog.length} modules in ${files.size} files, found when this was built:\n`)
for (const { id, className, file } of catalog) {
  console.log(`  ${id.padEnd(28)} ${className.padEnd(14)} ${file}`)
}

console.log('\nCalling some of them by their IDs, which loads those and no others:\n')
await show('unit_converter.length', samples['unit_converter.length'])
await show('text.case_tools.url_slug', samples['text.case_tools.url_slug'])
await show('math_ops.statistics', samples['math_ops.statistics'])
await show('colour.nearest_name', samples['colour.nearest_name'])
await show('json.format', { text: '{"unfinished": ' })
await show('json.diffs' as ModuleId, { before: 'a misspelt ID', after: '' })

console.log(`\n${loaded.size} of ${files.size} files are loaded now.`)

console.log('\nPlugins in plan order, each set up once those that it depends on are ready:\n')
const written = new Map<string, string>()
const set = await registry.activate({
  // Programs of plugins are found from the folder of the project, two above this file's when it is bundled.
  pluginRoot: fileURLToPath(new URL('../..', import.meta.url)),
  context: {
    resources: {
      clock: () => new Date('2026-01-01T09:05:00Z'),
      files: { write: (name: string, text: string) => void written.set(name, text) },
    },
  },
})
for (const { kind, name, status, reason, metadata } of registry.plugins()) {
  console.log(`  ${`${kind}:${name}`.padEnd(19)} ${status.padEnd(6)} ${reason ?? metadata.description}`)
}

console.log('\nCalling tools of the two that run in processes of their own:\n')
await show('primes.factorize', samples['primes.factorize'])
await show('prose.readability', samples['prose.readability'])

const tools = toTools(catalog, 'mcp')
console.log(`\n${tools.length} tools for a model, from the catalog alone; one of them:\n`)
const tool = tools.find(({ name }) => name === 'math_ops-percent_change')
console.log(`  ${tool?.name} ${JSON.stringify(tool?.inputSchema.properties)}`)

console.log('\nUsing two of them, typed from their classes:\n')
const history = registry.getPlugin('feature', 'history').instance
for (const id of ['unit_converter.length', 'math_ops.statistics']) history?.record(id)
const count = await registry.getPlugin('feature', 'exporter').instance?.export('calls.md')
console.log(`  the exporter wrote ${count} calls to ${[...written.keys()]}`)
for (const line of history?.lines() ?? []) console.log(`    ${line}`)

console.log('\nClosing the set, which tears them down in reverse order:\n')
registry.on('plugin', ({ id, status }) => {
  if (status === 'torn-down') console.log(`  ${id.padEnd(19)} ${status}`)
})
await set.close()

/** Calls a module and prints what it gives, or how it fails. */
async function show<Id extends ModuleId>(id: Id, inputs: InputsOf<ModuleMap[Id]>): Promise<void> {
  console.log(`  ${id} ${JSON.stringify(inputs)}`)
  try {
    const output = await registry.call(id, inputs)
    console.log(`    -> ${typeof output === 'string' ? output : JSON.stringify(output)}`)
  } catch (error) {
    console.log(`    fails: ${error instanceof Error ? error.message : error}`)
  }
}

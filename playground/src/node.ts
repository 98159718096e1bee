/** The same extensions without a browser: `npm start` bundles this file and runs it. */

import { catalog, type ModuleId, type ModuleMap, registry } from 'virtual:module-registry'
import type { InputsOf } from 'unplugin-module-registry/runtime'
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

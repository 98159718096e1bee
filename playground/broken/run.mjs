// Builds the examples with Vite and shows what a user sees: all of them, or those that are named.
//   node playground/broken/run.mjs [name …]
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @type {{ name: string, mistake: string, code: string, severity: 'error' | 'warning' }[]} */
const examples = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8'))
const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')))
const here = import.meta.dirname

const names = process.argv.slice(2)
const unknown = names.find((name) => !examples.some((example) => example.name === name))
if (unknown !== undefined) {
  console.error(`There is no example "${unknown}". There are:`)
  for (const { name, mistake } of examples) console.error(`  ${name.padEnd(28)} ${mistake}`)
  process.exit(2)
}
if (!existsSync(join(here, '../../dist/vite.js'))) {
  console.error('The package is not built yet: run `npm run build` first.')
  process.exit(2)
}

const chosen = examples.filter(({ name }) => names.length === 0 || names.includes(name))
const surprising = chosen.filter(({ name, mistake, code, severity }) => {
  console.log(`\n== ${name}: ${mistake} ==\n`)
  const { output, failed } = build(name)
  console.log(output)
  return !output.includes(code) || failed !== (severity === 'error')
})

const asPromised = chosen.length - surprising.length
console.log(`\n${asPromised} of ${chosen.length} examples gave the diagnostic that they promise.`)
for (const { name, code, severity } of surprising) console.log(`  ${name} did not give the ${severity} ${code}.`)
if (surprising.length > 0) process.exitCode = 1

/**
 * Builds an example, and gives what that prints without the stack trace that Vite adds.
 *
 * @param {string} name
 */
function build(name) {
  const args = ['build', join(here, name), '--config', join(here, 'vite.config.ts'), '--logLevel', 'warn']
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, ...args], { encoding: 'utf8' })
  const output = `${stdout}${stderr}`.replace(/\n {4}at [\s\S]*$/, '').trim()
  return { output, failed: status !== 0 }
}

/*
 * Measures the package against floors and peers, and prints a table.
 *
 *   node test/bench/run.mjs [--quick] [--only P1,P9] [--rounds 5] [--json file] [--package folder]
 *
 * Whatever comes out, it ends with 0, unless a measure itself fails.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { Bench } from './bench.mjs'
import { describeMachine } from './machine.mjs'
import { measures } from './measures/index.mjs'
import { absent } from './rows.mjs'
import { endPrograms } from './sampler.mjs'
import { renderTable } from './table.mjs'
import { createWorkspace } from './workspace.mjs'

const args = readArguments(process.argv.slice(2))
const unknown = args.only?.filter((id) => !measures.some((measure) => measure.id === id)) ?? []
if (unknown.length > 0)
  throw new Error(`No measure is named ${unknown.join(', ')}: ${measures.map(({ id }) => id).join(', ')}.`)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    endPrograms()
    workspace.remove()
    process.exit(130)
  })
}
const workspace = createWorkspace(args.package)

const start = performance.now()
/** @type {import('./rows.mjs').Row[]} */
const rows = []
try {
  const bench = new Bench(workspace, args.profile, args.rounds)
  for (const measure of measures) {
    if (args.only?.includes(measure.id) ?? true) rows.push(...(await runMeasure(measure, bench)))
  }
  const machine = describeMachine(join(workspace.folder, 'node_modules'))
  const seconds = secondsSince(start)
  if (args.json !== undefined) {
    const { profile, rounds } = args
    writeFileSync(args.json, `${JSON.stringify({ machine, profile, rounds, seconds, rows }, undefined, 2)}\n`)
  }
  const { cpu, cores, memory, system, node, versions } = machine
  console.log(`${cores} cores, ${cpu}, ${memory} GB, ${system}, Node ${node}`)
  console.log(
    Object.entries(versions)
      .map((one) => one.join(' '))
      .join(', '),
  )
  console.log(
    `${args.profile}: medians of ${args.rounds} rounds, ${seconds.toFixed(0)} s\n\n${renderTable(rows)}`,
  )
} finally {
  workspace.remove()
}

/**
 * Runs one measure; one that fails takes no other with it.
 *
 * @param {import('./bench.mjs').Measure} measure
 * @param {Bench} bench
 */
async function runMeasure(measure, bench) {
  const { id, title } = measure
  const begun = performance.now()
  process.stderr.write(`${id} ${title} ... `)
  try {
    const found = await measure.run(bench)
    process.stderr.write(`${secondsSince(begun).toFixed(1)} s\n`)
    return found
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`failed\n${error instanceof Error ? error.stack : error}\n`)
    return [absent(id, title, 'it failed; see above')]
  }
}

/** @param {number} from */
function secondsSince(from) {
  return (performance.now() - from) / 1000
}

// Runs contenders against each other: a process of its own for each sample, turn by turn.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * A program that takes part.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} program a file in `programs/`, or an absolute path
 * @property {object} [input] what the program is told
 * @property {() => void} [before] what is done before each of its samples, unmeasured
 */

/**
 * What one process took, and whatever else it reported.
 *
 * @typedef {{ wall: number, cpu: number, rss: number } & Record<string, number>} Sample
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Measures every contender once a round. Each round begins with another one, so that none always follows the same
 * other.
 *
 * @param {readonly Contender[]} contenders
 * @param {{ kept: number, dropped: number }} rounds those that are dropped come first and fill the caches of the system
 * @param {Record<string, string>} environment variables that the programs get besides the usual ones
 * @returns {Promise<Record<string, Sample[]>>} the samples of each, by its name
 * @throws when a program fails, with what it wrote
 */
export async function sample(contenders, rounds, environment) {
  /** @type {Record<string, Sample[]>} */
  const samples = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  for (let round = -rounds.dropped; round < rounds.kept; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = /** @type {Contender} */ (
        contenders[(turn + round + rounds.dropped) % contenders.length]
      )
      contender.before?.()
      const taken = await runProgram(contender.program, contender.input ?? {}, environment)
      if (round >= 0) samples[contender.name]?.push(taken)
    }
  }
  return samples
}

/**
 * Runs one program.
 *
 * @param {string} program a file in `programs/`, or an absolute path
 * @param {object} input
 * @param {Record<string, string>} environment
 * @returns {Promise<Sample>} `wall` and `cpu` in ms, `rss` in MB, and what the program reported
 */
export async function runProgram(program, input, environment) {
  const args = [join(import.meta.dirname, 'programs', program), JSON.stringify(input)]
  if (program.startsWith('/') || /^[A-Za-z]:/.test(program)) args[0] = program
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', ...environment },
  })
  running.add(child)
  let wall = 0
  child.once('exit', () => {
    wall = performance.now() - start
  })
  const [code, output, errors] = await Promise.all([
    exitCode(child),
    textOf(child.stdout),
    textOf(child.stderr),
  ])
  running.delete(child)
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (code !== 0 || !last.startsWith('{'))
    throw new Error(`${program} ended with ${code}:\n${(errors || output).slice(-2000)}`)
  return { wall, ...JSON.parse(last) }
}

/** Ends every program that runs. */
export function endPrograms() {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | string | null>}
 */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
}

/** @param {import('node:stream').Readable} stream */
async function textOf(stream) {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return text
}

import { spawn } from 'node:child_process'

/**
 * Runs a command as one step: its name while it runs, its time when it has ended, and its output only if it fails.
 *
 * @param {string} title
 * @param {string} command
 */
export async function step(title, command) {
  process.stdout.write(`${title} ... `)
  const start = performance.now()
  const { code, output } = await capture(command)
  console.log(code === 0 ? `${((performance.now() - start) / 1000).toFixed(1)} s` : 'failed')
  if (code !== 0) fail(code, output)
}

/**
 * Runs a command in the terminal, and ends with its exit code if that is not 0.
 *
 * @param {string} command
 */
export async function show(command) {
  const code = await exitCode(spawn(command, { shell: true, stdio: 'inherit' }))
  if (code !== 0) fail(code, '')
}

/** @param {string} command */
async function capture(command) {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return { code: await exitCode(child), output }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/**
 * @param {number} code
 * @param {string} output
 * @returns {never}
 */
function fail(code, output) {
  if (output !== '') console.error(`\n${output.trimEnd()}`)
  process.exit(code)
}

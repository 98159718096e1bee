/*
 * Runs modules in processes of their own for a while, and ends them in every way it can think of.
 *
 *   node test/process/soak.mjs [seconds] [--json] [--dist]
 *
 * Reports calls, crashes that were survived, memory and handles; ends with 1 when a call hung or something grew.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')
const args = process.argv.slice(2)
const seconds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 30)
const entry = args.includes('--dist') ? join(root, 'dist/process.js') : join(root, 'src/process.ts')

/** Longer than any call may take: its deadline, and the time that a crash may take to be noticed. */
const HANGS_AFTER_MS = 15_000
/** A host that has warmed up may grow by this much. */
const MAY_GROW_BYTES = 64 * 1024 * 1024

const CHILD = `
import { serveModule } from 'unplugin-module-registry/process'
serveModule({
  name: 'soak',
  version: '1.0.0',
  tools: {
    echo: { run: (args) => args },
    slow: { run: () => new Promise((resolve) => setTimeout(resolve, 5000)) },
    fail: { run() { throw new Error('on purpose') } },
    exit: { run: () => process.exit(3) },
    kill: { run: () => process.kill(process.pid, 'SIGKILL') },
    throw: { run: () => new Promise(() => setTimeout(() => { throw new Error('on purpose') })) },
    talk: { run() { console.log('x'.repeat(100_000)) } },
    spoil: { run: () => import('node:fs').then(({ writeSync }) => { writeSync(1, 'no frame\\n') }) },
    hang: { run() { for (;;); } },
    ask: { run: (_, { host }) => host.call('host.soak', { x: 1 }) },
  },
})
`

const folder = mkdtempSync(join(realpathSync.native(tmpdir()), 'module-soak-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

async function bundle(contents, name) {
  const outfile = join(folder, name)
  await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    alias: { 'unplugin-module-registry/process': entry },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    outfile,
  })
  return outfile
}

const child = await bundle(CHILD, 'child.mjs')
const { Supervisor } = await import(
  pathToFileURL(await bundle("export { Supervisor } from 'unplugin-module-registry/process'", 'host.mjs'))
)

const sha256 = createHash('sha256').update(readFileSync(child)).digest('hex')
const supervisor = new Supervisor(
  {
    name: 'soak',
    version: '1.0.0',
    command: [process.execPath, child],
    cwd: folder,
    artifact: { path: child, sha256 },
    requestedGrants: ['soak:read'],
    limits: { deadlineMs: 3000 },
  },
  {
    grants: ['soak:read'],
    handlers: { methods: { 'host.soak': { permission: 'soak:read', handle: () => ({ ok: true }) } } },
    restart: { firstPauseMs: 1, longestPauseMs: 10, maxCrashes: Number.POSITIVE_INFINITY },
    drainTimeoutMs: 500,
  },
)
const counts = { calls: 0, answers: 0, errors: 0, crashes: 0, survived: 0, hung: 0, wrong: 0 }
supervisor.on('exit', () => counts.crashes++)
const until = Date.now() + seconds * 1000

/** One call. It has to settle, whatever becomes of the child. */
async function call(tool, input, options) {
  counts.calls++
  let timer
  const hung = new Promise((done) => {
    timer = setTimeout(done, HANGS_AFTER_MS, 'hung')
  })
  const answer = supervisor.callTool(tool, input, options).then(
    (value) => ({ value }),
    (error) => ({ error }),
  )
  const outcome = await Promise.race([answer, hung])
  clearTimeout(timer)
  if (outcome === 'hung') counts.hung++
  else if (outcome.error) counts.errors++
  else counts.answers++
  return outcome.value
}

/** Calls that have to be right whenever they are answered. */
async function work(worker) {
  for (let n = 0; Date.now() < until; n++) {
    const input = { worker, n, text: 'é'.repeat(n % 2000) }
    const value = await call(n % 10 === 9 ? 'ask' : 'echo', input)
    if (
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(n % 10 === 9 ? { ok: true } : input)
    ) {
      counts.wrong++
    }
    if (value === undefined) await new Promise((done) => setTimeout(done, 20))
  }
}

/** Everything that goes wrong, one after the other; after each, the module has to come back. */
async function disturb() {
  const ends = ['exit', 'kill', 'throw', 'spoil', 'hang']
  for (let n = 0; Date.now() < until; n++) {
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 50)
    await Promise.all([
      call('fail'),
      call('talk'),
      call('slow', {}, { timeoutMs: 100 }),
      call('slow', {}, { signal: abort.signal }),
    ])
    const before = counts.crashes
    await call(ends[n % ends.length], {}, { timeoutMs: 500 })
    // A new generation: it does not wait for the back-off, and closes a circuit that was opened.
    await supervisor.restart().catch(() => {})
    if ((await call('echo', { n }))?.n === n) counts.survived += counts.crashes > before ? 1 : 0
  }
}

const measure = () => {
  globalThis.gc?.()
  return { rss: process.memoryUsage.rss(), handles: process.getActiveResourcesInfo().length }
}

await supervisor.start()
const warm = new Promise((done) => setTimeout(done, Math.min(seconds * 250, 5000)))
const load = Promise.all([...Array.from({ length: 8 }, (_, worker) => work(worker)), disturb()])
await warm
const start = measure()
await load
const end = measure()
await supervisor.stop()
await new Promise((done) => setTimeout(done, 200))
const left = process.getActiveResourcesInfo().filter((name) => /Process|Pipe|Timeout/.test(name))

const report = {
  seconds,
  ...counts,
  callsPerSecond: Math.round(counts.calls / seconds),
  rssAtStart: start.rss,
  rssAtEnd: end.rss,
  handlesAtStart: start.handles,
  handlesAtEnd: end.handles,
  handlesAfterStop: left.length,
}
const good =
  counts.hung === 0 &&
  counts.wrong === 0 &&
  counts.answers > 0 &&
  end.rss - start.rss < MAY_GROW_BYTES &&
  left.length === 0
if (args.includes('--json')) console.log(JSON.stringify({ ...report, good }))
else console.table(report)
process.exitCode = good ? 0 : 1

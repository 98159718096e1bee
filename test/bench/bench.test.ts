import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished, vi } from 'vitest'

interface Row {
  measure: string
  what: string
  missing?: string
  ours?: { median: number; min: number; samples: number[] }
  against?: { name: string; median: number; min: number }
  result?: number
}

/** Every measure, by what the README of the suite calls it. */
const MEASURES = 'P1 P1M P1P P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14 P15'.split(' ')

/** Starts the suite on the packed package, with a folder of its own for temporary files. */
function startBench(args: string[], packageFolder = inject('packed').folder) {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'bench-test-')))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const program = join(import.meta.dirname, 'run.mjs')
  const child = spawn(process.execPath, [program, '--package', packageFolder, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', BENCH_PEERS: '', TMPDIR: temporary, TEMP: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.text += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.errors += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { temporary, child, output, ended }
}

it('measures everything, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-json-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const json = join(folder, 'bench.json')
  const { temporary, output, ended } = startBench(['--tiny', '--json', json])
  expect(await ended, output.errors).toBe(0)

  const { machine, profile, rounds, rows } = JSON.parse(readFileSync(json, 'utf8'))
  expect(machine).toMatchObject({ cores: expect.any(Number), node: process.version })
  expect(Object.keys(machine.versions)).toContain('ts-morph')
  expect({ profile, rounds }).toEqual({ profile: 'tiny', rounds: 1 })
  expect([...new Set((rows as Row[]).map(({ measure }) => measure))]).toEqual(MEASURES)
  for (const row of rows as Row[]) {
    expect(output.text).toContain(row.what)
    if (row.missing !== undefined) {
      expect(row.missing).toContain('npm install')
      continue
    }
    const numbers = [row.ours?.median, row.ours?.min, row.result, ...(row.ours?.samples ?? [])]
    if (row.against !== undefined) numbers.push(row.against.median, row.against.min)
    expect(numbers.every(Number.isFinite), JSON.stringify(row)).toBe(true)
    expect(row.ours?.median, JSON.stringify(row)).toBeGreaterThan(0)
  }
  const peers = (rows as Row[]).filter(({ missing }) => missing !== undefined)
  expect(peers.every(({ what }) => / against /.test(what))).toBe(true)
  expect(readdirSync(temporary)).toEqual([])
}, 240_000)

it('removes its folder when it is interrupted', async () => {
  const { temporary, child, ended } = startBench(['--only', 'P6', '--rounds', '50'])
  await vi.waitFor(() => expect(readdirSync(temporary)).toHaveLength(1), { timeout: 30_000 })
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(readdirSync(temporary)).toEqual([])
})

it('goes on after a measure that fails, and ends with 1', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'bench-broken-'))
  onTestFinished(() => rmSync(broken, { recursive: true, force: true }))
  cpSync(inject('packed').folder, broken, { recursive: true })
  writeFileSync(join(broken, 'dist/kernel.js'), "throw new Error('broken on purpose')")
  const { temporary, output, ended } = startBench(['--tiny', '--only', 'P15,P12'], broken)
  expect(await ended).toBe(1)
  expect(output.errors).toContain('broken on purpose')
  expect(output.text).toContain('- P15 kernel: resolve and freeze: it failed; see above')
  expect(output.text).toMatch(/\| P12 .* B /)
  expect(readdirSync(temporary)).toEqual([])
})

it('names the measures when it is asked for one that is none', async () => {
  const { output, ended } = startBench(['--only', 'P1,P99'])
  expect(await ended).toBe(1)
  expect(output.errors).toContain(`No measure is named P99: ${MEASURES.join(', ')}.`)
})

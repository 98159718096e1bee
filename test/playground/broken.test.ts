import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { node, playground } from './support/run.ts'

interface Example {
  name: string
  mistake: string
  code: string
  severity: 'error' | 'warning'
}

const folder = resolve(playground, 'broken')
const examples = JSON.parse(readFileSync(resolve(folder, 'examples.json'), 'utf8')) as Example[]

describe('the examples of frequent mistakes', () => {
  it('are all listed', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(examples.map(({ name }) => name).sort()).toEqual(folders.map(({ name }) => name).sort())
  })

  it.each(examples)(
    '$name gives the $severity $code in Vite',
    ({ name, mistake, code, severity }) => {
      const { stdout, stderr, status } = node('playground/broken/run.mjs', name)
      expect(stderr).toBe('')
      expect(stdout).toContain(`== ${name}: ${mistake} ==`)
      expect(stdout).toMatch(severity === 'error' ? `Error: ${code}: ` : `warning  ${code}\n`)
      if (code !== 'ROOT_NOT_FOUND')
        expect(stdout).toMatch(/\[plugin unplugin-module-registry\] (extensions|plugins)\/\S+:\d+:\d+/)
      if (code !== 'PARSE_ERROR') expect(stdout).toMatch(/^ {2}fix {3}\S/m)
      expect(stdout).toContain('1 of 1 examples gave the diagnostic that they promise.')
      expect(status).toBe(0)
    },
    60_000,
  )

  it('are named when another one is asked for', () => {
    const { stderr, status } = node('playground/broken/run.mjs', 'no-maker')
    expect(stderr).toMatch(/^There is no example "no-maker"\. There are:\n/)
    for (const { name } of examples) expect(stderr).toContain(name)
    expect(status).toBe(2)
  })
})

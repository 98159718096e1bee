import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CODES } from '../../src/diagnostics/codes.ts'
import { makeDiagnostic } from '../../src/diagnostics/collector.ts'
import { compile, type Diagnostic, type Options, OptionsInvalidError } from '../../src/index.ts'
import { printDiagnostics } from '../support/print.ts'

const folder = resolve(import.meta.dirname, '../fixtures/problems')

/** With `UPDATE_EXPECTED=1` the texts are written instead of compared. Read the difference before it is kept. */
const update = process.env.UPDATE_EXPECTED === '1'

/** Codes that no folder can show, with the test that shows them: links, unreadable files, twins on a disk that merges them. */
const shownElsewhere: Record<string, string> = {
  SYMLINK_ESCAPES: 'test/compiler/discovery/links.test.ts',
  UNREADABLE: 'test/compiler/discovery/unreadable.test.ts',
  CONTRIBUTION_INVALID: 'test/compiler/contributions.test.ts',
  CONTRIBUTION_CONFLICT: 'test/compiler/contributions.test.ts',
  CONTRIBUTOR_FAILED: 'test/compiler/contributions.test.ts',
  SLOT_CONFLICT: 'test/compiler/contributions.test.ts',
  OUTPUT_NOT_WRITABLE: 'test/diagnostics/wording.test.ts',
}

const codes = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort()

for (const code of codes) {
  describe(code, () => {
    for (const name of readdirSync(resolve(folder, code)).sort()) {
      it(name.replaceAll('-', ' '), async () => {
        const root = resolve(folder, code, name)
        const diagnostics = await problemsOf(root)
        expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code)
        expectText(resolve(root, 'expected.txt'), print(diagnostics, root))
      })
    }
  })
}

describe('the catalogue of problems', () => {
  it('has a case for every code', () => {
    expect([...codes, ...Object.keys(shownElsewhere)].sort()).toEqual(Object.keys(CODES).sort())
  })

  it.each(Object.entries(shownElsewhere))('shows %s in %s', (code, file) => {
    const path = resolve(import.meta.dirname, '../..', file)
    expect(existsSync(path) && readFileSync(path, 'utf8').includes(code)).toBe(true)
  })
})

async function problemsOf(root: string): Promise<readonly Diagnostic[]> {
  const file = resolve(root, 'options.json')
  const options = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Options) : {}
  try {
    return (await compile({ ...options, root })).diagnostics
  } catch (error) {
    if (!(error instanceof OptionsInvalidError)) throw error
    return error.details.issues.map((issue) => makeDiagnostic('OPTIONS_INVALID', { issues: [issue] }))
  }
}

function print(diagnostics: readonly Diagnostic[], root: string): string {
  return `${printDiagnostics(diagnostics).replaceAll(root.split(sep).join('/'), '<root>')}\n`
}

function expectText(file: string, actual: string): void {
  if (update) writeFileSync(file, actual)
  expect(
    existsSync(file),
    `${file} is missing: write down what is right, or run with UPDATE_EXPECTED=1`,
  ).toBe(true)
  expect(actual).toBe(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'))
}

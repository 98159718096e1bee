import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll } from 'vitest'

/** Bundles a program with all that it imports into one file that Node can run, and removes it after the tests. */
export async function bundleProgram(code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'module-registry-mcp-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'program.cjs')
  await build({
    stdin: { contents: code, resolveDir: resolve(import.meta.dirname, '../../../src'), loader: 'ts' },
    ...{ bundle: true, outfile, format: 'cjs', platform: 'node', target: 'node20', logLevel: 'silent' },
  })
  return outfile
}

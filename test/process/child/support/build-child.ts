import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'

const src = resolve(import.meta.dirname, '../../../../src')

/**
 * Bundles a program that imports `unplugin-module-registry/process`, as its author would: into one file for Node.
 *
 * @param source TypeScript, or the absolute path of a file that holds it
 * @returns the absolute path of the bundle, in a folder of its own that is gone after the test
 */
export async function buildChild(source: string): Promise<string> {
  const folder = mkdtempSync(join(realpathSync.native(tmpdir()), 'module-child-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'child.mjs')
  await build({
    ...(isAbsolute(source)
      ? { entryPoints: [source] }
      : { stdin: { contents: source, loader: 'ts', resolveDir: folder } }),
    alias: { 'unplugin-module-registry/process': join(src, 'process.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'silent',
    absWorkingDir: folder,
  })
  return outfile
}

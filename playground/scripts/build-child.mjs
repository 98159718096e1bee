// Makes plugins/primes/server.mjs out of server.ts: Node runs no TypeScript. A module that is shipped is bundled whole.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'

const folder = resolve(import.meta.dirname, '../plugins/primes')

/** The program of the plugin `primes`, as text. */
export async function childProgram() {
  const { outputFiles } = await build({
    entryPoints: [resolve(folder, 'server.ts')],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
  })
  return outputFiles[0].text
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(resolve(folder, 'server.mjs'), await childProgram())

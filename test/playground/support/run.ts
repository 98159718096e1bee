import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../../..')
export const playground = resolve(repository, 'playground')

if (!existsSync(resolve(repository, 'dist/vite.js'))) {
  throw new Error('The playground uses the built package: run `npm run build` first.')
}

/** What a program printed, and the code that it ended with. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs Node with these arguments in the repository, without colours. */
export function node(...args: string[]): Ended {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_ENV: undefined }
  return spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8', env })
}

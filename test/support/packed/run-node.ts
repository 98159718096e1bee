import { spawnSync } from 'node:child_process'

/**
 * Runs code in a Node process of its own, as a user's script in a folder, and gives what it prints.
 *
 * @param code an ES module, or a script when `type` says so; it prints JSON
 * @returns the printed JSON, parsed
 * @throws when the process fails, with what it wrote
 */
export function runNode(cwd: string, code: string, type: 'module' | 'commonjs' = 'module'): unknown {
  const args = [`--input-type=${type}`, '--eval', code]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if (status !== 0) throw new Error(`Node ended with ${status}:\n${stdout}${stderr}`)
  return JSON.parse(stdout)
}

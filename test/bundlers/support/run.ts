import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'

const [major = 0] = process.versions.node.split('.').map(Number)

/** How a program runs; by default in a working folder that has nothing to do with it. */
export interface RunOptions {
  readonly cwd?: string
  readonly flags?: readonly string[]
  /** What the program is told. */
  readonly args?: readonly string[]
}

/** What a process did. */
export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a Node program to its end. */
export function runNode(args: readonly string[], options?: RunOptions): Run {
  return run(process.execPath, args, options)
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Run {
  const { cwd = tmpdir(), flags = [] } = options
  const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: undefined, NODE_ENV: undefined }
  return spawnSync(program, [...flags, ...args], { cwd, encoding: 'utf8', env })
}

/**
 * Runs a built program that prints JSON, and gives what it printed.
 *
 * @throws when it fails, or writes to the standard error output
 */
export function runProgram(file: string, options?: RunOptions): unknown {
  const { status, stdout, stderr } = runNode([file, ...(options?.args ?? [])], options)
  if (status !== 0 || stderr !== '') throw new Error(`${file} ended with ${status}:\n${stdout}${stderr}`)
  return JSON.parse(stdout)
}

/** Flags with which Node may read its program's own folder, and nothing else of the file system. */
export function onlyReads(file: string): string[] {
  const permission = major < 24 ? '--experimental-permission' : '--permission'
  return [permission, `--allow-fs-read=${dirname(file)}/*`, '--no-warnings']
}

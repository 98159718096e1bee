import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { filesBelow } from '../support/imports.ts'

/** What a command line printed, and how it ended. */
interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A project on the disk, to run commands in. */
export interface CliProject {
  readonly folder: string
  /** Runs the command line in this process. @param answer what is typed; without one nobody can be asked */
  run(args: readonly string[], answer?: string): Promise<Ran>
  read(file: string): string
  write(file: string, text: string): void
  /** All files, sorted. */
  files(): string[]
}

const created: string[] = []
afterAll(() => {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Makes a project. */
export function cliProject(files: Readonly<Record<string, string>>): CliProject {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'))
  created.push(folder)
  const project: CliProject = {
    folder,
    run: (args, answer) => runIn(folder, args, answer),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    files: () =>
      filesBelow(folder, '')
        .map((file) => relative(folder, file))
        .filter((file) => !/^(?:node_modules|\.module-registry)\b/.test(file)),
  }
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  return project
}

async function runIn(cwd: string, args: readonly string[], answer: string | undefined): Promise<Ran> {
  let out = ''
  const stderr = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  const isTTY = answer !== undefined
  const stdin = Object.assign(new PassThrough(), { isTTY })
  if (answer !== undefined) stdin.end(`${answer}\n`)
  const code = await main(args, {
    stdout: {
      write(text, done = () => {}) {
        out += text
        done()
      },
    },
    stderr,
    stdin,
    env: { NO_COLOR: '1', CI: '1' },
    cwd,
    keepOutput() {},
    onInterrupt: () => new AbortController().signal,
  })
  return { code, out, err: String(stderr.read() ?? '') }
}

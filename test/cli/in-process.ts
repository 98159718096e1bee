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
  /** Runs the command line in this process. @param setting how, or just what is typed */
  run(args: readonly string[], setting?: Setting | string): Promise<Ran>
  /** Starts it, and does not wait for its end. */
  start(args: readonly string[], setting?: Setting): Running
  read(file: string): string
  write(file: string, text: string): void
  remove(file: string): void
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
    async run(args, setting = {}) {
      const running = project.start(args, typeof setting === 'string' ? { answer: setting } : setting)
      const code = await running.ended
      return { code, out: running.out, err: running.err }
    },
    start: (args, setting = {}) => startIn(folder, args, setting),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    remove: (file) => rmSync(join(folder, file)),
    files: () =>
      filesBelow(folder, '')
        .map((file) => relative(folder, file))
        .filter((file) => !/^(?:node_modules|\.module-registry)\b/.test(file)),
  }
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  return project
}

/** How a command line is run: by default by no terminal, in the project. */
interface Setting {
  /** What is typed; without it nobody can be asked. */
  readonly answer?: string
  /** Columns of the terminal that both streams are; without it they are none. */
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  /** Relative to the project. */
  readonly cwd?: string
}

/** A command line that runs. */
interface Running {
  readonly out: string
  readonly err: string
  /** Does what Ctrl-C does. */
  interrupt(): void
  readonly ended: Promise<number>
}

function startIn(folder: string, args: readonly string[], setting: Setting): Running {
  const { answer, columns, env = { NO_COLOR: '1', CI: '1' }, cwd = '.' } = setting
  const written = { out: '', err: '' }
  const stream = (name: 'out' | 'err') => ({
    write(text: string, done: () => void = () => {}) {
      written[name] += text
      done()
    },
    ...(columns === undefined ? {} : { isTTY: true, columns }),
  })
  const asked = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  if (answer !== undefined) asked.on('data', (text: Buffer) => (written.err += text))
  const stdin = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  if (answer !== undefined) stdin.end(`${answer}\n`)
  const controller = new AbortController()
  const ended = main(args, {
    stdout: stream('out'),
    stderr: answer === undefined ? stream('err') : asked,
    stdin,
    env,
    cwd: join(folder, cwd),
    keepOutput() {},
    onInterrupt: () => controller.signal,
  })
  return {
    get out() {
      return written.out
    },
    get err() {
      return written.err
    },
    interrupt: () => controller.abort(),
    ended,
  }
}

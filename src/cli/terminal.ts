import pc from 'picocolors'
import type { Io, OutputStream } from './io.ts'
import type { CliAnswer } from './json/answers.ts'

/** Colours for one stream; each leaves the text as it is where the stream takes none. */
export type Paint = ReturnType<typeof pc.createColors>

/**
 * Where commands write to. Results go to `out`, and everything that is said about them to `note`. Names and texts of a
 * project pass `visible` before they get here.
 */
export interface Terminal {
  /** Writes a result and a line end to the standard output; to the standard error output when that is for JSON. */
  out(text: string): void
  /** Writes a line to the standard error output. */
  note(text: string): void
  /** Writes a value as JSON to the standard output. */
  json(value: CliAnswer): void
  /** Shows a text in the last line of an interactive terminal, over the one before; an empty text removes it. */
  progress(text: string): void
  /** Asks for one line. */
  ask(question: string): Promise<string>
  /** Whether somebody can be asked. */
  readonly asks: boolean
  /** Whether progress is shown. */
  readonly showsProgress: boolean
  /** Colours of `out`. */
  readonly paint: Paint
  /** Colours of `note`. */
  readonly paintNote: Paint
  /** Columns for `out`; infinite where nobody looks at it. */
  readonly width: number
  /** Columns for `note`. */
  readonly noteWidth: number
  /** Resolves when everything is written. */
  flush(): Promise<void>
}

/**
 * Makes a terminal of the streams of a process.
 *
 * @param isJson whether the standard output is for JSON alone
 */
export function createTerminal(io: Io, isJson: boolean): Terminal {
  const { stdout, stderr, stdin, env } = io
  const shown = isJson ? stderr : stdout
  const showsProgress = stderr.isTTY === true && !env.CI && env.TERM !== 'dumb'
  let hasProgress = false
  const progress = (text: string): void => {
    if (!showsProgress || (text === '' && !hasProgress)) return
    stderr.write(`\r\u001b[K${text}`)
    hasProgress = text !== ''
  }
  const writeLine = (stream: OutputStream, text: string): void => {
    progress('')
    stream.write(`${text}\n`)
  }
  return {
    out: (text) => writeLine(shown, text),
    note: (text) => writeLine(stderr, text),
    json: (value) => writeLine(stdout, JSON.stringify(value, null, 2)),
    progress,
    ask: (question) => ask(question, io),
    asks: stdin.isTTY === true && stderr.isTTY === true && !isJson,
    showsProgress,
    paint: pc.createColors(takesColours(shown, env)),
    paintNote: pc.createColors(takesColours(stderr, env)),
    width: columnsOf(shown, env),
    noteWidth: columnsOf(stderr, env),
    flush: () => new Promise((done) => stdout.write('', done)),
  }
}

async function ask(question: string, { stdin, stderr }: Io): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const prompt = createInterface({ input: stdin, output: stderr as NodeJS.WritableStream })
  try {
    return await prompt.question(question)
  } finally {
    prompt.close()
  }
}

/** By the conventions of `NO_COLOR` and `FORCE_COLOR`, the first of which wins; else as the terminal is. */
function takesColours(stream: OutputStream, env: Io['env']): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return !/^(?:0|false)$/.test(env.FORCE_COLOR)
  return stream.isTTY === true && env.TERM !== 'dumb'
}

function columnsOf(stream: OutputStream, env: Io['env']): number {
  const given = Number(env.COLUMNS)
  if (Number.isInteger(given) && given > 0) return Math.max(40, given)
  return stream.isTTY === true ? Math.max(40, stream.columns ?? 80) : Number.POSITIVE_INFINITY
}

import { type Command, CommanderError } from 'commander'
import { type CommandContext, type CommandSpec, EXIT } from './command.ts'
import { COMMANDS } from './commands.ts'
import type { Io } from './io.ts'
import { addCommand, createProgram } from './program.ts'
import { optionsFromFlags } from './settings/option-flags.ts'
import { createTerminal } from './terminal.ts'
import { OptionsRefused, UsageError } from './usage-error.ts'
import { toUsageError } from './usage-text.ts'

/**
 * Runs the command line.
 *
 * @param args without the program itself
 * @param io the process; tests bring one of their own
 * @returns the exit code: 0 fine, 1 problems found, 2 wrong use
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io)
  let code: number = EXIT.fine
  for (const spec of COMMANDS) {
    addCommand(program, spec, async (command) => {
      code = await run(spec, command, io, args)
    })
  }
  if (args[0] === 'complete' && args[1] === '--') {
    const { completeWords } = await import('./complete/complete.ts')
    await completeWords(program, args.slice(2), io.cwd)
    return EXIT.fine
  }
  try {
    if (args.length === 0) throw new UsageError('There is no command.', program.helpInformation().trimEnd())
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.fine
    const reported = error instanceof CommanderError ? toUsageError(error, program, args) : error
    return report(reported, io, args.includes('--json'))
  }
}

async function run(spec: CommandSpec, command: Command, io: Io, args: readonly string[]): Promise<number> {
  const flags = command.opts<Record<string, unknown>>()
  const json = flags.json === true || spec.isJson?.(flags) === true
  if (spec.ownsOutput !== true) io.keepOutput()
  const terminal = createTerminal(io, json)
  const context: CommandContext = {
    io,
    args,
    terminal,
    json,
    async settings() {
      const { loadSettings } = await import('./settings/load-settings.ts')
      return loadSettings({
        cwd: io.cwd,
        root: flags.root,
        config: flags.config,
        options: optionsFromFlags(command),
      })
    },
  }
  try {
    if (flags.printConfig !== true) return await spec.run(command.args, flags, context)
    const { printConfig } = await import('./settings/print-config.ts')
    return await printConfig(context)
  } finally {
    terminal.progress('')
    await terminal.flush()
  }
}

/** Says what is wrong with the command line or a configuration. Whatever else went wrong is thrown on. */
async function report(error: unknown, io: Io, json: boolean): Promise<number> {
  const terminal = createTerminal(io, json)
  const { note, paintNote } = terminal
  if (error instanceof UsageError) {
    const { message, hint } = error
    note(`${paintNote.red('error')}  ${message}`)
    if (hint !== undefined) note(hint.includes('\n') ? `\n${hint}` : paintNote.green(`fix    ${hint}`))
    if (json)
      terminal.json({ version: 1, ok: false, error: { message, ...(hint === undefined ? {} : { hint }) } })
  } else if (error instanceof OptionsRefused) {
    const { reportOptions } = await import('./settings/report-options.ts')
    reportOptions(error, terminal, json)
  } else throw error
  await terminal.flush()
  return EXIT.misuse
}

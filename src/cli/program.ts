import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { CommandSpec } from './command.ts'
import type { Io } from './io.ts'
import { addProjectFlags } from './settings/option-flags.ts'

/** The name of the command line. */
const NAME = 'module-registry'

/** Makes the command line without its commands. It ends no process, and leaves what is wrong to its caller. */
export function createProgram({ stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>): Command {
  const columns = Number(env.COLUMNS) || undefined
  return new Command(NAME)
    .description('Shows, checks and explains the module registry of a project.')
    .version(version(), '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => columns ?? stdout.columns ?? 80,
      getErrHelpWidth: () => columns ?? stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText(
      'after',
      `
Exit codes: 0 fine, 1 problems found, 2 wrong use or a configuration that cannot be read.

Examples:
  ${NAME} check                    # find all problems, for CI and hooks
  ${NAME} list --prefix math       # the modules below an ID
  ${NAME} <command> --help         # what a command takes`,
    )
}

/**
 * Adds a command.
 *
 * @param act runs it
 */
export function addCommand(
  program: Command,
  spec: CommandSpec,
  act: (command: Command) => Promise<void>,
): void {
  const { usage, summary, details, examples, project, json, flags } = spec
  const command = program.command(usage).summary(summary)
  const sentence = `${summary.replace(/^./, (first) => first.toUpperCase())}.`
  command.description(details === undefined ? sentence : `${sentence}\n\n${details}`)
  flags?.(command)
  if (json) command.option('--json', 'print JSON, and nothing else, on the standard output')
  if (project) addProjectFlags(command)
  command.addHelpText('after', examplesText(examples))
  command.action(() => act(command))
}

function examplesText(examples: CommandSpec['examples']): string {
  const width = Math.max(...examples.map(([line]) => line.length))
  const lines = examples.map(([line, what]) => `  ${NAME} ${line.padEnd(width)}  # ${what}`)
  return `\nExamples:\n${lines.join('\n')}`
}

/** The version of this package. */
export function version(): string {
  // What is built is directly in `dist`; this file is a folder deeper.
  const up = /\.ts$/.test(import.meta.url) ? '../../' : '../'
  const file = new URL(`${up}package.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

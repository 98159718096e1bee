import type { Command, CommanderError } from 'commander'
import { visible } from '../diagnostics/visible.ts'
import { closest } from '../util/closest.ts'
import { UsageError } from './usage-error.ts'

/** Says in our words what commander found wrong with a command line. */
export function toUsageError(error: CommanderError, program: Command, args: readonly string[]): UsageError {
  const command = program.commands.find((one) => one.name() === args.find((arg) => !arg.startsWith('-')))
  const help = `module-registry ${command === undefined ? '' : `${command.name()} `}--help`
  return new UsageError(visible(reason(error, program, command)), `Run "${help}" to see what there is.`)
}

function reason({ code, message }: CommanderError, program: Command, command: Command | undefined): string {
  const quoted = /'(.*)'/s.exec(message)?.[1] ?? ''
  const name = command?.name() ?? ''
  switch (code) {
    case 'commander.unknownCommand': {
      const names = program.commands.map((one) => one.name())
      return `There is no command "${quoted}".${suggest(quoted, names)}`
    }
    case 'commander.unknownOption': {
      const flag = /'(.*?)'/s.exec(message)?.[1] ?? ''
      const flags = (command ?? program).createHelp().visibleOptions(command ?? program)
      const names = flags.flatMap(({ long }) => long ?? [])
      return `${name === '' ? 'There is' : `"${name}" has`} no flag "${flag}".${suggest(flag, names)}`
    }
    case 'commander.excessArguments': {
      const { args = [], registeredArguments = [] } = command ?? {}
      return `"${name}" takes nothing like "${args[registeredArguments.length] ?? ''}".`
    }
    case 'commander.missingArgument':
      return `"${name}" takes a <${quoted}>.`
    case 'commander.optionMissingArgument':
      return `The flag "${quoted}" takes a value.`
    default:
      return message.replace(/^error: /, '').replace(/^./, (first) => first.toUpperCase())
  }
}

function suggest(given: string, known: readonly string[]): string {
  const [near] = closest(given, known)
  return near === undefined ? '' : ` Did you mean "${near}"?`
}

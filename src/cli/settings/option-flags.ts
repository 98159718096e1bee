import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Options } from '../../compiler/options.ts'

/** A flag that stands for an option of the plugin. */
interface OptionFlag {
  readonly option: keyof Options
  /** As the help shows it, such as `--skip <pattern>`. */
  readonly usage: string
  readonly help: string
  /** What is written behind it, where it is not one text. */
  readonly takes?: 'list' | 'number'
  readonly choices?: readonly string[]
  /** Makes the value of the option, where it is not what was written. */
  readonly read?: (given: unknown) => unknown
}

const several = (given: unknown): unknown => (Array.isArray(given) && given.length === 1 ? given[0] : given)

const list = (option: keyof Options, usage: string, help: string, more: Partial<OptionFlag> = {}) =>
  ({ option, usage, help, takes: 'list', ...more }) as const

const choice = (option: keyof Options, usage: string, choices: readonly string[], help: string) =>
  ({ option, usage, help, choices }) as const

/** The flags for those options that a text can say; functions need a configuration file. */
const OPTION_FLAGS: readonly OptionFlag[] = [
  list('extensions', '--extensions <path>', 'where modules are (again for several)', { read: several }),
  list('plugins', '--plugins <path>', 'where plugin folders are (again for several)', { read: several }),
  { option: 'plugins', usage: '--no-plugins', help: 'look for no plugin folders' },
  list('packages', '--packages [name]', 'installed packages are plugins too', {
    read: (given) => (Array.isArray(given) && given.length > 0 ? given : true),
  }),
  { option: 'dts', usage: '--dts [file]', help: 'write declarations of the IDs' },
  { option: 'dts', usage: '--no-dts', help: 'write no declarations' },
  { option: 'output', usage: '--output <file>', help: 'write the registry as an ordinary file' },
  { option: 'output', usage: '--no-output', help: 'do not write it' },
  choice('metadata', '--metadata <mode>', ['optional', 'required'], 'whether the catalog has to be complete'),
  {
    option: 'schemaFromTypes',
    usage: '--schema-from-types',
    help: 'make schemas of types where none is written',
  },
  list('skip', '--skip <pattern>', 'files that are no modules'),
  list('ignore', '--ignore <pattern>', 'folders without plugins'),
  list('fileExtensions', '--file-extension <.ext>', 'read besides .ts and .js'),
  {
    option: 'maxDepth',
    usage: '--max-depth <number>',
    help: 'levels of folders below a root',
    takes: 'number',
  },
  { option: 'followSymlinks', usage: '--follow-symlinks', help: 'follow links that stay in their root' },
  choice('fileNames', '--file-names <mode>', ['normalize', 'strict'], 'which spellings are accepted'),
  choice(
    'onMultiple',
    '--on-multiple <mode>',
    ['error', 'first'],
    'what several modules without a marker are',
  ),
  {
    option: 'moduleInterface',
    usage: '--module-interface <name>',
    help: 'its name, or name=where it is from',
    read: (given) => {
      const [name, from] = String(given).split(/=(.*)/s)
      return from === undefined ? name : { name, from }
    },
  },
  choice('onInvalidPlugin', '--on-invalid-plugin <mode>', ['error', 'skip'], 'what a plugin with a fault is'),
  { option: 'coreVersion', usage: '--core-version <version>', help: 'the version of the application' },
  list('providedPlugins', '--provided-plugin <name>', 'a plugin that is registered by hand'),
  list('toolProviders', '--tool-provider <name>', 'whose tool lists the modules are for'),
  choice('conflictPolicy', '--conflict-policy <mode>', ['fail', 'collect'], 'what two sources of one ID are'),
  { option: 'cache', usage: '--no-cache', help: 'neither read nor write the cache' },
]

/** Adds the flags that say which project to look at, and with which options. */
export function addProjectFlags(command: Command): void {
  const add = ({ usage, help, takes, choices }: Omit<OptionFlag, 'option'>, group: string): void => {
    const option = new Option(usage, help).helpGroup(group)
    if (takes === 'list') option.argParser((text, before: string[] | undefined) => [...(before ?? []), text])
    if (takes === 'number') option.argParser(parseWholeNumber)
    if (choices !== undefined) option.choices(choices)
    command.addOption(option)
  }
  const project = 'The project:'
  add({ usage: '--root <folder>', help: 'where it is, if not in the working folder' }, project)
  add({ usage: '--config <file>', help: 'read the options from this file' }, project)
  add({ usage: '--no-config', help: 'read no configuration' }, project)
  add({ usage: '--print-config', help: 'show the options and their source, and do no more' }, project)
  for (const flag of OPTION_FLAGS) add(flag, 'Options, instead of those of the configuration:')
}

/** The options that the flags of a command line stand for. */
export function optionsFromFlags(command: Command): Options {
  const options: Record<string, unknown> = {}
  const values = command.opts<Record<string, unknown>>()
  for (const { option, usage, read } of OPTION_FLAGS) {
    const { negate, ...flag } = new Option(usage)
    const name = new Option(flag.flags).attributeName()
    const isGiven = command.getOptionValueSource(name) === 'cli' && negate === (values[name] === false)
    if (isGiven) options[option] = read === undefined || negate ? values[name] : read(values[name])
  }
  return options
}

function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is no whole number.')
  return Number(text)
}

import { visible } from '../../diagnostics/visible.ts'
import type { CommandSpec } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** `new`: writes the first version of a module or of a plugin. */
export const newCommand: CommandSpec = {
  usage: 'new <what> <name>',
  summary: 'write the first version of a module, or of a plugin',
  details: 'No file is ever replaced, and what is written passes `check` as it is.',
  examples: [
    ['new module mail.send', 'a module with that ID, in the extensions root that it belongs to'],
    ['new plugin llm/openai', 'a plugin of a kind and with a name, below the plugins root'],
    ['new plugin llm/local --runtime process', 'one that runs in a process of its own'],
  ],
  project: true,
  json: true,
  flags: (command) =>
    command.option('--runtime <runtime>', 'of a plugin: in_process or process', 'in_process'),
  async run([what = '', name = ''], { runtime }, context) {
    if (what !== 'module' && what !== 'plugin') {
      throw new UsageError(
        `There is no new "${visible(what)}".`,
        'Run `new module <id>` or `new plugin <kind>/<name>`.',
      )
    }
    if (runtime !== 'in_process' && runtime !== 'process') {
      const hint = 'It is in_process or process; other manifests are written by hand.'
      throw new UsageError(`No plugin is started with the runtime "${visible(String(runtime))}".`, hint)
    }
    const { writeNew } = await import('./write-new.ts')
    return writeNew({ what, name, runtime }, context)
  },
}

import type { CommandSpec } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** `generate`: writes the files that the plugin writes. */
export const generateCommand: CommandSpec = {
  usage: 'generate',
  summary: 'write the generated files: declarations, and the registry as a file',
  details:
    'They are the same, byte for byte, as those of the plugin in a bundler, and are written only when they change. Nothing is written while there are errors.',
  examples: [
    ['generate', 'before a type check without a build'],
    ['generate --check', 'in CI, where the files are committed: fails when one is stale'],
    ['generate --watch', 'keeps them up to date until Ctrl-C'],
  ],
  project: true,
  json: true,
  flags: (command) =>
    command
      .option('--check', 'write nothing, and fail when a file is missing or stale')
      .option('-w, --watch', 'follow changes'),
  async run(_args, { check, watch }, context) {
    if (watch === true && (check === true || context.json)) {
      throw new UsageError(
        `--watch does not go together with ${check === true ? '--check' : '--json'}.`,
        'Leave one of the two out.',
      )
    }
    if (check === true) {
      const { checkFiles } = await import('./check-files.ts')
      return checkFiles(context)
    }
    if (watch === true) {
      const { watchFiles } = await import('./watch-files.ts')
      return watchFiles(context)
    }
    const { generate } = await import('./generate.ts')
    return generate(context)
  },
}

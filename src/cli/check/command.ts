import type { CommandSpec } from '../command.ts'

/** `check`: finds every problem of the project. */
export const checkCommand: CommandSpec = {
  usage: 'check',
  summary: 'find all problems of the sources; writes nothing',
  details:
    'It fails when there are errors, and shows each with its place, as a build does. Warnings alone are no failure.',
  examples: [
    ['check', 'in CI, or before a commit'],
    ['check --metadata required', 'the catalog has to be complete, too'],
    ['check --json', 'the problems as data'],
  ],
  project: true,
  json: true,
  async run(_args, _flags, context) {
    const { check } = await import('./check.ts')
    return check(context)
  },
}

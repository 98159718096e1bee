import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'pathe'
import { nodeHost } from '../../compiler/node-host.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { placeModule } from './place-module.ts'
import { type NewRuntime, placePlugin } from './place-plugin.ts'
import { tryFiles } from './try-files.ts'

/** What somebody wants to start with. */
export interface Wanted {
  readonly what: 'module' | 'plugin'
  /** The ID of a module, or `<kind>/<name>` of a plugin. */
  readonly name: string
  /** Of a plugin. */
  readonly runtime: NewRuntime
}

/**
 * Writes the first version of a module or a plugin, once it is sure that the registry would take it.
 *
 * @throws UsageError when it would not, or something is in the way; then nothing is written
 */
export async function writeNew({ what, name, runtime }: Wanted, context: CommandContext): Promise<number> {
  const { json, terminal } = context
  const settings = await context.settings()
  const { resolved } = settings
  const files = what === 'module' ? [placeModule(name, resolved)] : placePlugin(name, runtime, resolved)
  const id = what === 'module' ? name : name.replace('/', ':')
  await tryFiles(files, id, resolved, nodeHost)
  for (const { file, text } of files) {
    const path = resolve(resolved.root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
  const names = files.map(({ file }) => file)
  if (json) terminal.json(answer('new', settings, [], { id, files: names }))
  else terminal.out([`${terminal.paint.green(id)} is in`, ...names.map((file) => `  ${file}`)].join('\n'))
  return EXIT.fine
}

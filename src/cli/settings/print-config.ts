import { relative } from 'pathe'
import { visible } from '../../diagnostics/visible.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'

/** Shows the options of the project with all defaults, and where they come from. Functions are only named. */
export async function printConfig(context: CommandContext): Promise<number> {
  const settings = await context.settings()
  const { resolved, source } = settings
  const options = JSON.parse(JSON.stringify(resolved, printable)) as Record<string, unknown>
  if (context.json) {
    context.terminal.json(answer('print-config', settings, [], { options }))
    return EXIT.fine
  }
  const { out, paint } = context.terminal
  const from =
    source.file === undefined
      ? 'the defaults of all options, as no configuration is read'
      : relative(context.io.cwd, source.file)
  out(`${paint.dim('from'.padEnd(LABEL))}  ${visible(from)}`)
  for (const note of source.notes) out(`${paint.dim('note'.padEnd(LABEL))}  ${note}`)
  for (const [name, value] of Object.entries(options)) {
    out(`${paint.dim(name.padEnd(LABEL))}  ${visible(JSON.stringify(value))}`)
  }
  return EXIT.fine
}

const LABEL = 15

function printable(_key: string, value: unknown): unknown {
  if (typeof value === 'function') return `[function ${value.name || 'without a name'}]`
  return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value
}

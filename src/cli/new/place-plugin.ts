import type { ResolvedOptions } from '../../compiler/options.ts'
import { visible } from '../../diagnostics/visible.ts'
import { UsageError } from '../usage-error.ts'
import { className } from './class-name.ts'
import type { NewFile } from './place-module.ts'

/** How a plugin is run that somebody starts to write. */
export type NewRuntime = 'in_process' | 'process'

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/

/**
 * Says where a plugin belongs, and what stands there at first.
 *
 * @param target `<kind>/<name>`
 * @throws UsageError when that cannot be one
 */
export function placePlugin(target: string, runtime: NewRuntime, { plugins }: ResolvedOptions): NewFile[] {
  const [kind = '', name = '', ...more] = target.split(/[/:]/)
  if (name === '' || more.length > 0) {
    throw new UsageError(
      `"${visible(target)}" must be the kind and the name of a plugin.`,
      'Such as "llm/openai".',
    )
  }
  for (const part of [kind, name]) {
    if (NAME.test(part)) continue
    throw new UsageError(
      `"${visible(part)}" must start with a letter and go on with letters, digits, "_" and "-".`,
    )
  }
  const [root] = plugins
  if (root === undefined) throw new UsageError('The option `plugins` turns the search for plugins off.')
  const folder = root === '.' ? name : `${root}/${name}`
  const files = runtime === 'process' ? processFiles(kind, name) : inProcessFiles(kind, name)
  return files.map(({ file, text }) => ({ file: `${folder}/${file}`, text }))
}

function inProcessFiles(kind: string, name: string): NewFile[] {
  const called = className(name, 'Plugin')
  return [
    {
      file: 'dagstack.toml',
      text: `[plugin]
name = "${name}"
kind = "${kind}"
entry_point = "plugin:${called}"

[plugin.metadata]
description = "Greets somebody"
`,
    },
    {
      file: 'plugin.ts',
      text: `import type { Plugin, PluginContext } from 'unplugin-module-registry/runtime'

export class ${called} implements Plugin {
  async setup(_context: PluginContext) {}

  greet(name: string) {
    return \`Hello, \${name}!\`
  }

  async teardown() {}
}
`,
    },
  ]
}

function processFiles(kind: string, name: string): NewFile[] {
  return [
    {
      file: 'dagstack.toml',
      text: `[plugin]
name = "${name}"
kind = "${kind}"
version = "0.1.0"
runtime = "process"
command = ["node", "server.mjs"]
artifact = "server.mjs"

[plugin.metadata]
description = "Greets somebody"

# What \`node server.mjs --describe\` prints.
[[plugin.tools]]
id = "greet"
name = "module.${name}.greet"
description = "Greets somebody"

[plugin.tools.input_schema]
type = "object"
properties = { name = { type = "string" } }
required = ["name"]
`,
    },
    {
      file: 'server.mjs',
      text: `import { serveModule } from 'unplugin-module-registry/process'

serveModule({
  name: '${name}',
  version: '0.1.0',
  tools: {
    greet: {
      description: 'Greets somebody',
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
      },
      run: ({ name }) => \`Hello, \${name}!\`,
    },
  },
})
`,
    },
  ]
}

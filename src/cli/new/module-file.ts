import type { ModuleInterface } from '../../compiler/options.ts'

/** What a new module is like. */
export interface NewModule {
  readonly className: string
  readonly description: string
  /** The interface that it implements, with the specifier as the file has to write it. Default: that of this package. */
  readonly implemented?: Required<ModuleInterface>
}

const OURS = { name: 'Module', from: 'unplugin-module-registry/runtime' }

/** The text of a file with one module. */
export function moduleFile({ className, description, implemented = OURS }: NewModule): string {
  return `import type { ${implemented.name} } from '${implemented.from}'

export class ${className} implements ${implemented.name} {
  description = ${quote(description)}

  inputSchema = {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  }

  outputSchema = { type: 'string' }

  async execute({ name }: { name: string }) {
    return \`Hello, \${name}!\`
  }
}
`
}

/** A text as a literal in single quotes. */
function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`
}

import type { PluginMap } from 'virtual:module-registry'
import type { Plugin, PluginContext } from 'unplugin-module-registry/runtime'

/** What an application must give. */
interface Resources {
  readonly files: { write(name: string, text: string): void | Promise<void> }
}

export class MarkdownExporter implements Plugin {
  #history!: PluginMap['feature']['history']
  #files!: Resources['files']

  setup({ registry, resources }: PluginContext & { readonly resources: Resources }): void {
    this.#history = registry.getPlugin('feature', 'history').instance
    this.#files = resources.files
  }

  /** Gives the number of calls that it wrote. */
  async export(name: string): Promise<number> {
    const lines = this.#history.lines()
    await this.#files.write(name, ['# Calls', '', ...lines.map((line) => `- ${line}`), ''].join('\n'))
    return lines.length
  }
}

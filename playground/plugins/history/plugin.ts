import type { PluginMap } from 'virtual:module-registry'
import type { Plugin, PluginContext } from 'unplugin-module-registry/runtime'
import { timeOfDay } from './helper.ts'

/** What an application may give, and need not. */
interface Resources {
  readonly clock?: () => Date
}

/** Writes down what it is told, in the storage that it depends on. */
export class History implements Plugin {
  #storage!: PluginMap['storage']['memory']
  #clock!: () => Date

  setup({ registry, resources }: PluginContext & { readonly resources: Resources }): void {
    this.#storage = registry.getPlugin('storage', 'memory').instance
    this.#clock = resources.clock ?? (() => new Date())
  }

  record(id: string): void {
    this.#storage.add('history', `${timeOfDay(this.#clock())} ${id}`)
  }

  lines(): readonly string[] {
    return this.#storage.read('history')
  }
}

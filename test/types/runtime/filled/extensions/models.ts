import type { Plugin, PluginContext } from 'unplugin-module-registry/runtime'

export class Local implements Plugin {
  setup(_context: PluginContext) {}
  async complete(prompt: string) {
    return prompt
  }
}

export class Remote {
  async setup() {}
  url = 'https://example.org'
}

export class Odd {
  teardown() {}
}

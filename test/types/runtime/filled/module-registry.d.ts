/// <reference path="../../../../src/client.d.ts" />
import type { Module } from 'unplugin-module-registry/runtime'
import 'virtual:module-registry'

declare module 'virtual:module-registry' {
  interface ModuleMap {
    'box.any': InstanceType<typeof import('./extensions/modules.ts').Box>
    constructor: import('./extensions/modules.ts').Ping
    greet: typeof import('./extensions/modules.ts').greet
    'math.add': import('./extensions/modules.ts').Add
    'net.fetch': import('./extensions/modules.ts').Fetch
    'plain.script': Module
  }
  interface PluginMap {
    llm: {
      local: import('./extensions/models.ts').Local
      remote: InstanceType<typeof import('./extensions/models.ts').Remote>
    }
    constructor: { toString: import('./extensions/models.ts').Odd }
  }
}

import type { Module } from 'unplugin-module-registry/runtime'

export class Restart implements Module {
  execute = () => 'restarted'
}

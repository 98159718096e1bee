import type { Module } from 'unplugin-module-registry/runtime'

class Clock implements Module {
  execute = () => new Date().toISOString()
}

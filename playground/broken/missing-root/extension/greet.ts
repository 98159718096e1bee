import type { Module } from 'unplugin-module-registry/runtime'

export class Greet implements Module {
  execute = () => 'Hello'
}

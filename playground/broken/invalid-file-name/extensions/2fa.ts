import type { Module } from 'unplugin-module-registry/runtime'

export class SecondFactor implements Module {
  execute = () => '123 456'
}

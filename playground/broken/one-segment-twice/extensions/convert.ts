import type { Module } from 'unplugin-module-registry/runtime'

export class MathOps implements Module {
  static readonly multiClass = true
  execute = () => 1
}

export class Math_Ops implements Module {
  execute = () => 2
}

import type { Module } from 'unplugin-module-registry/runtime'

export class Hello implements Module {
  execute = () => 'Hello'
}

export class Goodbye implements Module {
  execute = () => 'Goodbye'
}

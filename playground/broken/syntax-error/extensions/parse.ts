import type { Module } from 'unplugin-module-registry/runtime'

export class Parse implements Module {
  readonly description = 'Reads a table.

  execute({ text }: { text: string }) {
    return text.split('\n').map((line) => line.split(';'))
  }
}

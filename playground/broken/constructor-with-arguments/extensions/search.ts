import type { Module } from 'unplugin-module-registry/runtime'

export class Search implements Module {
  constructor(private index: Map<string, string>) {}

  execute({ word }: { word: string }) {
    return this.index.get(word)
  }
}

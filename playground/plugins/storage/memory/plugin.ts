import type { Plugin } from 'unplugin-module-registry/runtime'
import { shorten } from './helper.ts'

/** Has no `setup`, since it needs nothing; its `teardown` forgets everything. */
export class MemoryStorage implements Plugin {
  #lists = new Map<string, string[]>()

  add(list: string, text: string): void {
    this.#lists.set(list, [...this.read(list), shorten(text)])
  }

  read(list: string): readonly string[] {
    return this.#lists.get(list) ?? []
  }

  teardown(): void {
    this.#lists.clear()
  }
}

import type { Module } from 'unplugin-module-registry/runtime'

/** A class without any name: the catalog calls it `default`. */
export default class implements Module<{ text: string; indent?: number; sorted?: boolean }, string> {
  readonly description = 'Indents JSON, and sorts its keys if you like.'
  readonly tags = ['json', 'code']

  execute({ text, indent = 2, sorted = false }: { text: string; indent?: number; sorted?: boolean }): string {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw new SyntaxError('The text is not JSON.', { cause })
    }
    return JSON.stringify(value, sorted ? sortKeys : undefined, indent)
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

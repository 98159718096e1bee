import type { Module } from 'unplugin-module-registry/runtime'

/** A module need not be a class: an object does, as long as it says so. */
export const wordCount = {
  description: 'Counts words, letters and minutes of reading.',
  tags: ['text', 'numbers'],

  execute({ text }: { text: string }) {
    const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []
    const characters = Array.from(text).length
    return { words: words.length, characters, readingMinutes: Math.ceil(words.length / 230) }
  },
} satisfies Module

import v8 from 'node:v8'
import { relative, resolve } from 'pathe'
import type { FactsMemory } from '../parse/facts-store.ts'
import { readSealed, writeSealed } from './sealed-file.ts'

/** Facts of single files, from one process to the next. They depend on the text of the file, and on nothing else. */
export interface FactsCache {
  /** Reads what an earlier process has left, by absolute path. */
  open(): FactsMemory
  /** Leaves what is known for the next process, unless it is what {@link open} gave. */
  save(memory: FactsMemory): void
}

/**
 * @param root the project, absolute: no path that is written is
 * @param folder where the cache is, absolute
 * @param name of the file in it
 */
export function createFactsCache(root: string, folder: string, name: string): FactsCache {
  let kept = ''
  return {
    open() {
      const memory = readFacts(folder, name)
      kept = hashesOf(memory)
      return new Map([...memory].map(([path, known]) => [resolve(root, path), known]))
    },
    save(memory) {
      const byPath: FactsMemory = new Map(
        [...memory].map(([path, known]) => [relative(root, path), known] as const),
      )
      const hashes = hashesOf(byPath)
      if (hashes === kept) return
      kept = hashes
      writeSealed(folder, name, v8.serialize(byPath))
    },
  }
}

function readFacts(folder: string, name: string): FactsMemory {
  const bytes = readSealed(folder, name)
  try {
    const memory: unknown = bytes === undefined ? undefined : v8.deserialize(bytes)
    return memory instanceof Map ? (memory as FactsMemory) : new Map()
  } catch {
    return new Map()
  }
}

function hashesOf(memory: FactsMemory): string {
  return JSON.stringify([...memory].map(([path, { hash }]) => [path, hash]).sort())
}

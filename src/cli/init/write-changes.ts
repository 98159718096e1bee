import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'pathe'
import type { FileChange } from './plan-init.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** Writes the files of a plan. A byte-order mark that a file has stays. */
export function writeChanges(root: string, changes: readonly FileChange[]): void {
  for (const { file, before, after } of changes) {
    const path = resolve(root, file)
    if (before === undefined) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, after, { flag: 'wx' })
    } else {
      const mark = readFileSync(path, 'utf8').startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
      writeFileSync(path, mark + after)
    }
  }
}

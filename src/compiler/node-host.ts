import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { normalize } from 'pathe'
import type { Host, HostEntry } from './host.ts'

/** The host that reads the real file system. */
export const nodeHost: Host = {
  list(folder) {
    return readdirSync(folder, { withFileTypes: true }).map((entry): HostEntry => {
      const kind = entry.isSymbolicLink()
        ? 'link'
        : entry.isDirectory()
          ? 'folder'
          : entry.isFile()
            ? 'file'
            : 'other'
      return { name: entry.name, kind }
    })
  },
  read(file) {
    const text = readFileSync(file, 'utf8')
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  },
  sha256: (file) => createHash('sha256').update(readFileSync(file)).digest('hex'),
  realPath: (path) => normalize(realpathSync.native(path)),
  kind(path) {
    try {
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : 'file'
    } catch {
      // A path that leads through a file, or in a circle, or where nobody may look, leads to nothing.
      return undefined
    }
  },
}

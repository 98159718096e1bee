import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { normalize } from 'pathe'
import { decodeText, type Host, type HostEntry } from './host.ts'

/** Sources are small: most of them fit into this, and then their size need not be asked for. */
const buffer = Buffer.allocUnsafe(64 * 1024)

function readWhole(file: string): Uint8Array {
  const descriptor = openSync(file, 'r')
  try {
    const length = readSync(descriptor, buffer, 0, buffer.length, 0)
    return length < buffer.length ? Buffer.from(buffer.subarray(0, length)) : readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

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
  read: (file) => decodeText(nodeHost.readBytes(file)),
  readBytes: readWhole,
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

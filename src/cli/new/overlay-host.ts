import { createHash } from 'node:crypto'
import { dirname } from 'pathe'
import type { Host, HostEntry } from '../../compiler/host.ts'

/**
 * Makes a host that shows a project as it will be: with files that nobody has written yet.
 *
 * @param files their texts, by absolute path; what is there at such a path is hidden
 */
export function overlayHost(host: Host, files: ReadonlyMap<string, string>): Host {
  const folders = new Map<string, Map<string, HostEntry>>()
  for (const path of files.keys()) {
    let inner: HostEntry = { name: nameOf(path), kind: 'file' }
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const entries = folders.get(folder) ?? new Map<string, HostEntry>()
      folders.set(folder, entries.set(inner.name, inner))
      if (host.kind(folder) !== undefined || dirname(folder) === folder) break
      inner = { name: nameOf(folder), kind: 'folder' }
    }
  }
  const isNew = (path: string): boolean =>
    files.has(path) || (folders.has(path) && host.kind(path) === undefined)
  return {
    list(folder) {
      const added = folders.get(folder)
      if (added === undefined) return host.list(folder)
      const known = host.kind(folder) === undefined ? [] : host.list(folder)
      return [...known.filter(({ name }) => !added.has(name)), ...added.values()]
    },
    read: (file) => files.get(file) ?? host.read(file),
    readBytes(file) {
      const text = files.get(file)
      return text === undefined ? host.readBytes(file) : Buffer.from(text)
    },
    sha256(file) {
      const text = files.get(file)
      return text === undefined ? host.sha256(file) : createHash('sha256').update(text).digest('hex')
    },
    realPath: (path) => (isNew(path) ? path : host.realPath(path)),
    kind: (path) => (files.has(path) ? 'file' : folders.has(path) ? 'folder' : host.kind(path)),
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

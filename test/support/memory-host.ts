import { createHash } from 'node:crypto'
import { resolve } from 'node:path/posix'
import type { Host, HostEntry } from '../../src/compiler/host.ts'

/** What stands at a path: a text, a link, or something that the system refuses to read. */
type MemoryNode = string | { readonly link: string } | { readonly refuses: string }

/** Files by their path, relative to the project or absolute. Folders come about by themselves, or end in `/`. */
export type MemoryFiles = Readonly<Record<string, MemoryNode>>

export interface MemoryHostOptions {
  /** The project, to which relative paths belong. Default: `/project`. */
  readonly root?: string
  /** A disk that does not tell capitals from small letters, as on Windows and macOS. */
  readonly ignoresCase?: boolean
  /** Puts the names of a folder into another order. Default: the order of creation. */
  readonly order?: (names: readonly string[], folder: string) => readonly string[]
}

/** A file system in memory that writes down what is asked of it. */
export interface MemoryHost extends Host {
  readonly root: string
  /** Absolute paths of all texts that were read, in order, each as often as it was read. */
  readonly reads: string[]
  /** Absolute paths of all folders that were listed. */
  readonly lists: string[]
  /** Puts a file there, or replaces it. */
  write(path: string, node: MemoryNode): void
  remove(path: string): void
}

type Entry =
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'refused'; readonly code: string; readonly folder: boolean }

/**
 * Makes a file system in memory, for what no disk at hand would do: case-insensitive names, any order of names,
 * files that cannot be read, links.
 */
export function memoryHost(files: MemoryFiles, options: MemoryHostOptions = {}): MemoryHost {
  const { root = '/project', ignoresCase = false, order = (names) => names } = options
  const entries = new Map<string, Entry>()
  const spelling = new Map<string, string>()
  const keyOf = (path: string): string => (ignoresCase ? path.toLowerCase() : path)
  const put = (path: string, entry: Entry): void => {
    for (let folder = resolve(path, '..'); !spelling.has(keyOf(folder)); folder = resolve(folder, '..')) {
      spelling.set(keyOf(folder), folder)
      entries.set(keyOf(folder), { kind: 'folder' })
      if (folder === '/') break
    }
    if (!spelling.has(keyOf(path))) spelling.set(keyOf(path), path)
    entries.set(keyOf(path), entry)
  }

  /** The path with every link in it followed, as the disk spells it. */
  const real = (path: string, depth = 0): string => {
    if (depth > 40) throw systemError('ELOOP', path)
    if (path === '/') return path
    const parent = real(resolve(path, '..'), depth + 1)
    const own = resolve(parent, path.slice(path.lastIndexOf('/') + 1))
    const entry = entries.get(keyOf(own))
    if (entry === undefined) throw systemError('ENOENT', path)
    return entry.kind === 'link' ? real(resolve(parent, entry.target), depth + 1) : spelling.get(keyOf(own))!
  }
  const entryAt = (path: string): Entry => entries.get(keyOf(real(path)))!

  const host: MemoryHost = {
    root,
    reads: [],
    lists: [],
    write: (path, node) => put(resolve(root, path), toEntry(path, node)),
    remove(path) {
      const key = keyOf(resolve(root, path))
      for (const one of [...entries.keys()]) {
        if (one !== key && !one.startsWith(`${key}/`)) continue
        entries.delete(one)
        spelling.delete(one)
      }
    },
    list(folder) {
      host.lists.push(folder)
      const entry = entryAt(folder)
      if (entry.kind === 'refused') throw systemError(entry.code, folder)
      if (entry.kind !== 'folder') throw systemError('ENOTDIR', folder)
      const prefix = real(folder) === '/' ? '/' : `${real(folder)}/`
      const names = [...spelling.values()]
        .filter((path) => path !== '/' && path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
        .map((path) => path.slice(prefix.length))
      return order(names, folder).map((name): HostEntry => {
        const inner = entries.get(keyOf(`${prefix}${name}`))!
        const kind = inner.kind === 'refused' ? (inner.folder ? 'folder' : 'file') : inner.kind
        return { name, kind }
      })
    },
    read(file) {
      host.reads.push(file)
      const entry = entryAt(file)
      if (entry.kind === 'refused') throw systemError(entry.code, file)
      if (entry.kind !== 'file') throw systemError('EISDIR', file)
      return entry.text.charCodeAt(0) === 0xfeff ? entry.text.slice(1) : entry.text
    },
    readBytes: (file) => Buffer.from(host.read(file)),
    sha256: (file) => createHash('sha256').update(host.read(file)).digest('hex'),
    realPath: (path) => real(path),
    kind(path) {
      try {
        const entry = entryAt(path)
        return entry.kind === 'refused'
          ? entry.folder
            ? 'folder'
            : 'file'
          : (entry.kind as 'file' | 'folder')
      } catch {
        return undefined
      }
    },
  }
  put(resolve(root), { kind: 'folder' })
  for (const [path, node] of Object.entries(files)) put(resolve(root, path), toEntry(path, node))
  return host
}

function toEntry(path: string, node: MemoryNode): Entry {
  const folder = path.endsWith('/')
  if (typeof node === 'string') return folder ? { kind: 'folder' } : { kind: 'file', text: node }
  return 'link' in node
    ? { kind: 'link', target: node.link }
    : { kind: 'refused', code: node.refuses, folder }
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: refused, '${path}'`), { code })
}

/** One name in a folder. */
export interface HostEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
}

/**
 * The port through which the compiler sees the outside: it reads, and never writes. All paths are absolute,
 * with `/`. Reading is synchronous on purpose: it is several times faster than promises for many small files.
 */
export interface Host {
  /** Lists a folder, in any order. @throws the system's error, with its `code` */
  list(folder: string): HostEntry[]
  /** Reads a text file, without its byte-order mark. @throws the system's error, with its `code` */
  read(file: string): string
  /** Reads a file as it is. @throws the system's error, with its `code` */
  readBytes(file: string): Uint8Array
  /** Computes the SHA-256 of the bytes of a file, in hex. @throws the system's error, with its `code` */
  sha256(file: string): string
  /** Resolves every link of a path. @throws the system's error, with its `code` */
  realPath(path: string): string
  /** What a path leads to, links followed; `undefined` for nothing. */
  kind(path: string): 'file' | 'folder' | undefined
}

/** Decodes what {@link Host.readBytes} gives, as {@link Host.read} does. */
export function decodeText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Reads a file that may not be there. */
export function readIfThere(path: string, host: Pick<Host, 'read'>): string | undefined {
  try {
    return host.read(path)
  } catch {
    return undefined
  }
}

/** Resolves every link of a path; one that leads nowhere stays as it is. */
export function realPathIfThere(path: string, host: Host): string {
  try {
    return host.realPath(path)
  } catch {
    return path
  }
}

/** The words for a failed system call: the system's reason without paths. */
export function systemReason(error: unknown): string {
  const code = (error as { code?: unknown }).code
  const known: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'operation not permitted',
    ENOENT: 'no such file or folder',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is no folder',
    ELOOP: 'its links lead in a circle',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left on the device',
    EMFILE: 'too many files are open',
  }
  if (typeof code === 'string') return Object.hasOwn(known, code) ? `${known[code]} (${code})` : code
  return error instanceof Error ? error.message : String(error)
}

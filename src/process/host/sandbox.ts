import { basename, dirname } from 'node:path'
import { ProcessUnavailableError } from './errors.ts'

/**
 * Adds Node's permission flags to a command that runs Node: no files but those of the module's own folder, no child
 * processes, no workers, no add-ons.
 *
 * @param command program and arguments; the program is `node`, or the Node that runs the host
 * @param folders what may be read
 * @throws ProcessUnavailableError when the program is another one, or this Node has no permissions: what asked for a
 *   sandbox is not started without
 */
export function sandboxed(
  module: string,
  command: readonly [string, ...string[]],
  folders: readonly string[],
): readonly [string, ...string[]] {
  const [program, ...parameters] = command
  const isNode = program === process.execPath || /^node(?:\.exe)?$/i.test(basename(program))
  const major = Number(process.versions.node.split('.')[0])
  if (!isNode || major < 20) {
    const reason = isNode
      ? `its manifest asks for a sandbox, and Node ${process.versions.node} has none`
      : `its manifest asks for a sandbox, and there is one for programs of Node only, not for "${program}"`
    throw new ProcessUnavailableError({ module, reason, retryable: false })
  }
  const flag = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  // Of a folder in another one Node 20 makes a crash.
  const outer = folders.filter(
    (one) => !folders.some((other) => one !== other && one.startsWith(`${other}/`)),
  )
  const reads = [...new Set(outer)].map((folder) => `--allow-fs-read=${folder}/*`)
  // The Node that is known to have the flag, whatever the search path would find.
  return [process.execPath, flag, ...reads, ...parameters]
}

/** The folders that a sandboxed module may read: its working folder, and that of its artifact. */
export function sandboxFolders(cwd: string, artifact: string): string[] {
  return [cwd, dirname(artifact)]
}

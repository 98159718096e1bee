import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'pathe'
import { sameText, withLineEndsOf } from '../compiler/emit/same-text.ts'
import type { GeneratedFile } from '../compiler/generated-files.ts'
import { systemReason } from '../compiler/host.ts'
import { makeDiagnostic } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/**
 * Writes generated files whose content is no longer right. What is right stays untouched, so that watchers, editors
 * and version control see no change; line ends stay as they are in the file.
 *
 * @param root the project, absolute
 * @param memory what was written earlier, so that it need not be read and compared again
 * @returns a diagnostic for each file that the system refuses to write
 */
export function writeIfChanged(
  files: readonly GeneratedFile[],
  root: string,
  memory: WrittenFiles = new Map(),
): Diagnostic[] {
  return files.flatMap(({ path, text }) => {
    const target = resolve(root, path)
    const known = memory.get(target)
    const isOurs = known !== undefined && known.state === stateOf(target)
    const existing = isOurs ? known.text : readExisting(target)
    const wanted = withLineEndsOf(text, existing)
    if (existing === wanted || (!isOurs && existing !== undefined && sameText(existing, text))) return []
    try {
      writeAtomically(target, wanted)
      memory.set(target, { text: wanted, state: stateOf(target) })
      return []
    } catch (error) {
      const reason = systemReason(error)
      return [makeDiagnostic('OUTPUT_NOT_WRITABLE', { path, reason }, { at: { file: path } })]
    }
  })
}

/** By absolute path: what was written, and what tells that the file still is what it was then. */
export type WrittenFiles = Map<string, { readonly text: string; readonly state: string }>

function stateOf(path: string): string {
  const { mtimeNs, ctimeNs, size, ino } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {}
  return [mtimeNs, ctimeNs, size, ino].join()
}

function readExisting(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Readers see the old file or the new one, never a part: the text goes beside the target and is renamed. */
function writeAtomically(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${dirname(path)}/.${basename(path)}.${randomUUID()}.tmp`
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

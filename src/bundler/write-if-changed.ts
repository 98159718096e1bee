import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
 * @returns a diagnostic for each file that the system refuses to write
 */
export function writeIfChanged(files: readonly GeneratedFile[], root: string): Diagnostic[] {
  return files.flatMap(({ path, text }) => {
    const target = resolve(root, path)
    const existing = readExisting(target)
    if (existing !== undefined && sameText(existing, text)) return []
    try {
      writeAtomically(target, withLineEndsOf(text, existing))
      return []
    } catch (error) {
      const reason = systemReason(error)
      return [makeDiagnostic('OUTPUT_NOT_WRITABLE', { path, reason }, { at: { file: path } })]
    }
  })
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

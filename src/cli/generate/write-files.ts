import { resolve } from 'pathe'
import type { Session } from '../../bundler/session.ts'
import { outputPaths } from '../../compiler/generated-files.ts'
import { nodeHost } from '../../compiler/node-host.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { hasErrors } from '../text/problems.ts'
import { readText, type WrittenFile } from './file-states.ts'

/** What a run did to the generated files. */
export interface WrittenFiles {
  readonly files: readonly WrittenFile[]
  readonly diagnostics: readonly Diagnostic[]
  readonly moduleCount: number
}

/** Compiles the project and writes its generated files, the way the plugin does at the start of a build. */
export async function writeFiles(session: Session): Promise<WrittenFiles> {
  const { options, root } = session
  const paths = options === undefined ? [] : Object.values(outputPaths(options, nodeHost)).sort()
  const read = (): (string | undefined)[] => paths.map((path) => readText(resolve(root, path)))
  const before = read()
  const { compilation, diagnostics } = await session.start()
  const after = read()
  const otherwise = hasErrors(diagnostics) ? 'kept' : 'current'
  const files = paths.map((path, index): WrittenFile => {
    return { path, state: before[index] === after[index] ? otherwise : 'written' }
  })
  return { files, diagnostics, moduleCount: compilation?.catalog.length ?? 0 }
}

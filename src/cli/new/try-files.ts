import { resolve } from 'pathe'
import { Compiler } from '../../compiler/compile.ts'
import type { Host } from '../../compiler/host.ts'
import type { ResolvedOptions } from '../../compiler/options.ts'
import { visible } from '../../diagnostics/visible.ts'
import { explainCompiled } from '../../explain/explain-file.ts'
import { UsageError } from '../usage-error.ts'
import { overlayHost } from './overlay-host.ts'
import type { NewFile } from './place-module.ts'

/**
 * Makes sure that new files would be in the registry as they are meant to: the project is compiled as if they were there.
 *
 * @param files the first one is what the ID belongs to
 * @throws UsageError when one of them exists, or something stands against them
 */
export async function tryFiles(
  files: readonly NewFile[],
  id: string,
  options: ResolvedOptions,
  host: Host,
): Promise<void> {
  const [main] = files
  const path = (file: string): string => resolve(options.root, file)
  for (const { file } of files) {
    if (host.kind(path(file)) === undefined) continue
    throw new UsageError(
      `${file} exists already.`,
      'Nothing was written. Choose another name, or remove it first.',
    )
  }
  const overlay = overlayHost(host, new Map(files.map(({ file, text }) => [path(file), text])))
  const compiler = new Compiler({ ...options, cache: false }, overlay)
  const { ids, reason, problems } = explainCompiled(main!.file, compiler, await compiler.compile(), overlay)
  const error = problems.find(({ severity }) => severity === 'error')
  if (ids.includes(id) && error === undefined) return
  const { message, hint } = reason ??
    error ?? { message: `Its ID would be ${ids.join(', ')}.`, hint: undefined }
  throw new UsageError(
    `${main!.file} would not become "${id}": ${visible(message)}`,
    hint === undefined ? undefined : visible(hint),
  )
}

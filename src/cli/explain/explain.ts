import { resolve } from 'pathe'
import { Compiler } from '../../compiler/compile.ts'
import { nodeHost } from '../../compiler/node-host.ts'
import type { Options } from '../../compiler/options.ts'
import { resolveOptions } from '../../compiler/resolve-options.ts'
import { explainCompiled } from '../../explain/explain-file.ts'
import type { Explanation } from '../../explain/explanation.ts'

/**
 * Explains a file.
 *
 * @param asked its path, relative to the working folder or absolute; or the ID of a module, where no file is called so
 */
export async function explainAsked(
  asked: string,
  cwd: string,
  options: Options & { readonly root: string },
): Promise<Explanation> {
  const compiler = new Compiler(resolveOptions(options, cwd))
  const compilation = await compiler.compile()
  const path = resolve(cwd, asked)
  const isThere = nodeHost.kind(path) !== undefined
  const module = isThere ? undefined : compilation.catalog.find(({ id }) => id === asked)
  const file = module === undefined ? path : resolve(options.root, module.file)
  return explainCompiled(file, compiler, compilation)
}

import { relative, resolve } from 'pathe'
import { type Compilation, Compiler } from '../compiler/compile.ts'
import { contentHash } from '../compiler/content-hash.ts'
import type { ExtensionFile } from '../compiler/discover/extension-files.ts'
import { decodeText, type Host } from '../compiler/host.ts'
import { nodeHost } from '../compiler/node-host.ts'
import type { Options, ResolvedOptions } from '../compiler/options.ts'
import { Scanner } from '../compiler/parse/scanner.ts'
import { resolveOptions } from '../compiler/resolve-options.ts'
import { identifyFile, isMultiClass } from '../compiler/validate/identify-file.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { deriveBaseId } from '../identity/base-id.ts'
import { compareText } from '../util/compare.ts'
import { explainClasses } from './explain-classes.ts'
import type { Explanation, Reason } from './explanation.ts'
import { followFile, unreadable } from './follow-file.ts'
import { followPlugin } from './follow-plugin.ts'
import { moduleReason, noModuleReason, syntaxReason, textReason } from './module-reasons.ts'
import { explainParts } from './path-parts.ts'

/**
 * Says why a file is in the registry of a project, or why not.
 *
 * @param path any file, absolute or relative to the project; it need not exist
 * @param options those that the registry is built with
 * @throws OptionsInvalidError when the options are wrong
 */
export async function explainFile(
  path: string,
  options: Options = {},
  host: Host = nodeHost,
): Promise<Explanation> {
  const compiler = new Compiler(resolveOptions(options, process.cwd()), host)
  return explainCompiled(path, compiler, await compiler.compile(), host)
}

/**
 * The same for a project that is compiled already. It reads and parses the file, and what that extends; nothing else.
 *
 * @param compiler the options, and the absolute paths of the files that the plugin writes
 */
export function explainCompiled(
  path: string,
  { options, outputs }: Pick<Compiler, 'options' | 'outputs'>,
  compilation: Compilation,
  host: Host = nodeHost,
): Explanation {
  const absolute = resolve(options.root, path)
  const followed = followFile(absolute, options, outputs, host)
  const found = 'source' in followed ? followed : undefined
  const file = found === undefined ? relative(options.root, absolute) : found.source.file
  const problems = compilation.diagnostics.filter((one) => concerns(one, file))
  const inRoot =
    found === undefined
      ? { ...NOTHING, reason: 'reason' in followed ? followed.reason : undefined }
      : explainSource(found.source, options, compilation, problems, host)
  const inPlugin = followPlugin(absolute, file, options, compilation, host)
  const fromFile = compilation.catalog.filter((entry) => entry.file === file)
  const own = new Set(inRoot.classes.flatMap(({ id, registered }) => (registered ? id : [])))
  const plugin = inPlugin?.plugin
  const pluginIds = plugin?.id === undefined || inPlugin?.reason !== undefined ? [] : [plugin.id]
  const ids = [...fromFile.map(({ id }) => id), ...pluginIds].sort(compareText)
  const isOutside = inRoot.reason?.rule === 'outside'
  const reason = (isOutside ? inPlugin?.reason : undefined) ?? inRoot.reason ?? inPlugin?.reason
  const { reason: _, ...facts } = inRoot
  const others = fromFile.filter(({ id }) => !own.has(id))
  const tools = plugin?.role === 'manifest' ? others.map(({ id }) => id) : []
  return {
    file,
    taken: ids.length > 0,
    ids,
    ...(ids.length > 0 || reason === undefined ? {} : { reason }),
    ...facts,
    ...(plugin === undefined ? {} : { plugin: tools.length === 0 ? plugin : { ...plugin, tools } }),
    contributed: tools.length > 0 ? [] : others.map(({ id, origin }) => ({ id, origin })),
    problems,
  }
}

type RootFacts = Pick<Explanation, 'root' | 'parts' | 'baseId' | 'multiClass' | 'classes'> & {
  readonly reason: Reason | undefined
}

const NOTHING: Omit<RootFacts, 'reason'> = { parts: [], multiClass: false, classes: [] }

function concerns({ file: at, related }: Diagnostic, file: string): boolean {
  return at === file || related.some((place) => place.file === file)
}

/** Explains an extension file. */
function explainSource(
  source: ExtensionFile,
  options: ResolvedOptions,
  compilation: Compilation,
  problems: readonly Diagnostic[],
  host: Host,
): RootFacts {
  const { root, pathInRoot, path, file } = source
  const { namespace, scope } = root
  const rules = { fileNames: options.fileNames, ...(namespace === undefined ? {} : { namespace }) }
  const base = deriveBaseId(pathInRoot, rules)
  const facts = {
    ...NOTHING,
    root: { folder: root.root, ...(namespace === undefined ? {} : { namespace }), scope },
    parts: explainParts(pathInRoot, options.fileNames),
    ...(base.ok ? { baseId: base.id } : {}),
  }
  let bytes: Uint8Array
  try {
    bytes = host.readBytes(path)
  } catch (error) {
    return { ...facts, reason: unreadable(error) }
  }
  const text = decodeText(bytes)
  const scanner = new Scanner(options, host)
  if (!scanner.mayHoldModule(text)) return { ...facts, reason: textReason(options) }
  const scanned = { path, file, text, hash: contentHash(bytes) }
  const subject = scanner.explain(scanned)
  if (subject === undefined) return { ...facts, reason: syntaxReason(problems) }
  const { classes: descriptors } = scanner.scan(scanned, () => {})
  const modules = descriptors.filter((one) => one.implementsModule)
  const multiClass = isMultiClass(modules)
  const identified = identifyFile(source, descriptors, options, () => {})
  const classes = explainClasses(subject, { source, options, compilation, identified, multiClass })
  const reason =
    modules.length === 0
      ? noModuleReason(classes, subject.facts.scope)
      : moduleReason(classes, identified, problems, compilation)
  return { ...facts, multiClass, classes, reason }
}

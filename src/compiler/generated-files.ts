import { dirname, resolve } from 'pathe'
import { RESERVED_WORDS } from '../identity/module-id.ts'
import { renderDeclarations } from './emit/declarations.ts'
import type { EmittedModule, EmittedPlugin } from './emit/emitted-module.ts'
import { renderRegistryFile } from './emit/registry-file.ts'
import type { RegistryOptionsInput } from './emit/registry-options.ts'
import type { RenderedList } from './emit/rendered.ts'
import type { ImportExtension } from './emit/specifier.ts'
import type { Host } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import { readSwitches } from './parse/tsconfig-switches.ts'

/** A file that the plugin keeps up to date. */
export interface GeneratedFile {
  /** Relative to the project. */
  readonly path: string
  readonly text: string
}

/** Where generated files go in a project, relative to it. */
export interface OutputPaths {
  readonly dts?: string
  readonly output?: string
}

/** Decides where generated files go: declarations are on by default where a tsconfig says that somebody reads them. */
export function outputPaths(options: ResolvedOptions, host: Host): OutputPaths {
  const { dts, output, root } = options
  const wanted = dts ?? host.kind(resolve(root, 'tsconfig.json')) === 'file'
  const folder = host.kind(resolve(root, 'src')) === 'folder' ? 'src/' : ''
  return {
    ...(wanted === false ? {} : { dts: wanted === true ? `${folder}module-registry.d.ts` : wanted }),
    ...(output === undefined ? {} : { output: output.file }),
  }
}

/** What generated files are made from. */
export interface ToGenerate {
  readonly modules: readonly EmittedModule[]
  readonly plugins: readonly EmittedPlugin[]
  /** What only the registry as an ordinary file needs. */
  readonly others: () => RegistryOptionsInput
  /** What was rendered last. */
  readonly memory: RenderedList<EmittedModule>
}

/**
 * Renders the declarations and the registry as an ordinary file, as far as the options ask for them.
 *
 * @returns the files, sorted by path
 */
export function renderGeneratedFiles(
  { modules, plugins, others, memory }: ToGenerate,
  options: ResolvedOptions,
  paths: OutputPaths,
  host: Host,
): GeneratedFile[] {
  const files: GeneratedFile[] = []
  const { instantiate, output, root } = options
  if (paths.dts !== undefined) {
    const path = paths.dts
    files.push({
      path,
      text: renderDeclarations({
        modules,
        plugins,
        path,
        memory,
        ...typeSettings(path, root, host),
      }),
    })
  }
  if (paths.output !== undefined) {
    const path = paths.output
    const { allowJs, importExtension } = typeSettings(path, root, host)
    const extension = output?.importExtension ?? (/\.[cm]?js$/.test(path) ? undefined : importExtension)
    const text = renderRegistryFile({
      modules,
      path,
      memory,
      allowJs,
      ...(extension === undefined ? {} : { importExtension: extension }),
      ...(instantiate === undefined ? {} : { instantiate }),
      ...others(),
    })
    files.push({ path, text })
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The reserved words, where they are not the usual ones, so that the running registry holds to them too. */
export function changedReservedWords(options: ResolvedOptions): readonly string[] | undefined {
  return options.reservedWords.join() === RESERVED_WORDS.join() ? undefined : options.reservedWords
}

function typeSettings(
  path: string,
  root: string,
  host: Host,
): { allowJs: boolean; importExtension: ImportExtension } {
  const compilerOptions = readSwitches(dirname(resolve(root, path)), host)
  if (compilerOptions === undefined) return { allowJs: false, importExtension: '.ts' }
  const { allowJs, checkJs, allowImportingTsExtensions, rewriteRelativeImportExtensions } = compilerOptions
  return {
    allowJs: allowJs ?? checkJs ?? false,
    importExtension: allowImportingTsExtensions || rewriteRelativeImportExtensions ? '.ts' : '.js',
  }
}

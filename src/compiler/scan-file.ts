import { relative, resolve } from 'pathe'
import { DiagnosticCollector } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { ModuleRegistryError } from '../diagnostics/error.ts'
import { formatPlace } from '../diagnostics/format-text.ts'
import { addFrames } from '../diagnostics/frame.ts'
import { contentHash } from './content-hash.ts'
import { ExtensionScan } from './extension-scan.ts'
import { decodeText, type Host, readIfThere, systemReason } from './host.ts'
import { nodeHost } from './node-host.ts'
import type { Options } from './options.ts'
import type { ClassDescriptor } from './parse/class-descriptor.ts'
import { Scanner } from './parse/scanner.ts'
import { resolveOptions } from './resolve-options.ts'

/** The options that concern scanning. */
export type ScanOptions = Pick<
  Options,
  'root' | 'fileExtensions' | 'skip' | 'followSymlinks' | 'maxDepth' | 'moduleInterface' | 'moduleFactories'
>

/** A file with the classes that it declares. */
export interface ScannedFile {
  /** Relative to the project, with `/`. */
  readonly file: string
  /** One descriptor for every exported class and every module object, in source order. */
  readonly classes: readonly ClassDescriptor[]
}

/** What a folder holds. */
export interface ScannedDirectory {
  /** The files that declare a class or a module object, sorted. */
  readonly files: readonly ScannedFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A source has a syntax error (`PARSE_ERROR`). */
export class ParseError extends ModuleRegistryError<Diagnostic> {
  constructor(diagnostic: Diagnostic) {
    super('PARSE_ERROR', `${formatPlace(diagnostic)}: ${diagnostic.message}`, diagnostic)
    this.name = 'ParseError'
  }
}

/** A file cannot be read (`UNREADABLE`); `cause` is the system's error. */
export class UnreadableError extends ModuleRegistryError<{ path: string; reason: string }> {
  constructor(path: string, cause: unknown) {
    const reason = systemReason(cause)
    super('UNREADABLE', `${path} cannot be read: ${reason}.`, { path, reason }, { cause })
    this.name = 'UnreadableError'
  }
}

/**
 * Describes the classes that one file declares, without running it (seed: the scanner of the TypeScript SDK).
 *
 * @param path the file, relative to `options.root` or absolute
 * @returns one descriptor for every exported class and every module object, in source order
 * @throws ParseError for a syntax error, with the diagnostic as `details`
 * @throws UnreadableError when the system refuses to read the file
 * @throws OptionsInvalidError when the options are wrong
 */
export async function scanFile(
  path: string,
  options: ScanOptions = {},
  host: Host = nodeHost,
): Promise<ClassDescriptor[]> {
  const resolved = resolveOptions({ ...options, extensions: false }, process.cwd())
  const absolute = resolve(resolved.root, path)
  const file = relative(resolved.root, absolute)
  let bytes: Uint8Array
  try {
    bytes = host.readBytes(absolute)
  } catch (error) {
    throw new UnreadableError(file, error)
  }
  const collector = new DiagnosticCollector()
  const text = decodeText(bytes)
  const source = { path: absolute, file, text, hash: contentHash(bytes) }
  const { classes } = new Scanner(resolved, host).scan(source, collector.report)
  const broken = collector.sorted().find((diagnostic) => diagnostic.code === 'PARSE_ERROR')
  if (broken !== undefined) throw new ParseError(addFrames([broken], () => text)[0]!)
  return [...classes]
}

/**
 * Describes the classes of all files below a folder, without running any of them.
 *
 * @param root the folder, relative to `options.root` or absolute
 * @returns the files that declare something, and every problem with them
 * @throws OptionsInvalidError when the options are wrong
 */
export async function scanDirectory(
  root: string,
  options: ScanOptions = {},
  host: Host = nodeHost,
): Promise<ScannedDirectory> {
  const resolved = resolveOptions({ ...options, extensions: root }, process.cwd())
  const scan = new ExtensionScan(resolved, [], host)
  scan.scanAll()
  return {
    files: scan.scanned
      .filter(({ result }) => result.classes.length > 0)
      .map(({ source, result }) => ({ file: source.file, classes: result.classes })),
    diagnostics: addFrames(new DiagnosticCollector(scan.problems).sorted(), (file) =>
      readIfThere(resolve(resolved.root, file), host),
    ),
  }
}

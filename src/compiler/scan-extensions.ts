import { extname } from 'pathe'
import type { Report } from '../diagnostics/collector.ts'
import { compareText } from '../util/compare.ts'
import { type Discovery, discoverExtensionFiles, type ExtensionFile } from './discover/extension-files.ts'
import { reportUnreadable } from './discover/walk.ts'
import type { Host } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import type { Scanner, ScanResult } from './parse/scanner.ts'

/** One extension file with what the scanner made of it. */
export interface ScannedExtension extends ScanResult {
  readonly source: ExtensionFile
  readonly text: string
}

/** What discovering and parsing gave. */
export interface ExtensionScan {
  readonly discovery: Discovery
  /** The files that could hold a module, sorted. */
  readonly scanned: readonly ScannedExtension[]
}

/**
 * Runs the first two stages: finds the extension files and describes what they declare. Reports everything that is
 * wrong with single files; whether modules get along is judged later.
 *
 * @param outputs absolute paths of files that the plugin writes itself
 */
export function scanExtensions(
  options: ResolvedOptions,
  outputs: readonly string[],
  host: Host,
  scanner: Scanner,
  report: Report,
): ExtensionScan {
  const discovery = discoverExtensionFiles(options, outputs, host, report)
  const scanned: ScannedExtension[] = []
  for (const source of discovery.files) {
    const text = readSource(source, host, report)
    if (text === undefined || !scanner.mayHoldModule(text)) continue
    scanned.push({ source, text, ...scanner.scan(source.path, source.file, text, report) })
  }
  reportNotScanned(discovery.notScanned, host, scanner, report)
  return { discovery, scanned }
}

function readSource(source: ExtensionFile, host: Host, report: Report): string | undefined {
  try {
    return host.read(source.path)
  } catch (error) {
    reportUnreadable(source.file, error, report)
    return undefined
  }
}

function reportNotScanned(
  files: readonly ExtensionFile[],
  host: Host,
  scanner: Scanner,
  report: Report,
): void {
  const byExtension = new Map<string, string[]>()
  for (const source of files) {
    const text = readSource(source, host, () => {})
    if (text === undefined || !scanner.mayHoldModule(text)) continue
    const extension = extname(source.file)
    byExtension.set(extension, [...(byExtension.get(extension) ?? []), source.file])
  }
  for (const [extension, found] of [...byExtension].sort(([a], [b]) => compareText(a, b))) {
    report('EXTENSION_NOT_SCANNED', { extension, count: found.length, example: found[0]! })
  }
}

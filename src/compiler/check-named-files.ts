import { resolve } from 'pathe'
import type { Report } from '../diagnostics/collector.ts'
import { type Host, readIfThere } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import { Scanner } from './parse/scanner.ts'

/** What bundlers add to a path that has no file extension. */
const EXTENSIONS = ['', '.ts', '.js', '.mts', '.mjs', '.tsx', '.jsx', '/index.ts', '/index.js']

/**
 * Looks up the files of the project that options name: without this, a wrong path would make a registry empty without a
 * word, or show up as an error in generated code.
 */
export function checkNamedFiles(options: ResolvedOptions, host: Host, report: Report): void {
  const { instantiate, moduleInterface, root } = options
  if (instantiate !== undefined) {
    const found = EXTENSIONS.some((extension) => host.kind(resolve(root, instantiate + extension)) === 'file')
    if (!found) refuse('instantiate', `there is no file "${instantiate}".`, report)
  }
  const { from, name } = moduleInterface
  if (from === undefined || !from.startsWith('.')) return
  const path = EXTENSIONS.map((extension) => resolve(root, from + extension)).find(
    (candidate) => host.kind(candidate) === 'file',
  )
  if (path === undefined) refuse('moduleInterface.from', `there is no file "${from}".`, report)
  else if (readIfThere(path, host) !== undefined && !new Scanner(options, host).findsInterface()) {
    refuse('moduleInterface', `"${from}" exports no "${name}".`, report)
  }
}

function refuse(path: string, message: string, report: Report): void {
  report('OPTIONS_INVALID', { issues: [{ path, message }] })
}

import { resolve } from 'pathe'
import type { Report } from '../diagnostics/collector.ts'
import type { Contribution, Contributor } from '../kernel/contribution.ts'
import { contentHash } from './content-hash.ts'
import { catalogEntry, type ModulePayload } from './contribute.ts'
import { type Host, readIfThere } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import { Scanner } from './parse/scanner.ts'
import { findLiveValue } from './plain-data.ts'

/**
 * Makes the user's contributors fit for a build: payloads must be plain data, since they are printed into the bundle,
 * and modules must be what their file exports. What is not is reported and left out.
 *
 * @param inputs gets the absolute paths of files that the answer depends on
 */
export function userContributors(
  options: ResolvedOptions,
  host: Host,
  inputs: Set<string>,
  report: Report,
): Contributor[] {
  return options.contributors.map((contributor) => ({
    name: contributor.name,
    async contribute(context) {
      const offered = await contributor.contribute(context)
      return [...offered].flatMap((contribution): Contribution[] => {
        const { kind, id, payload } = contribution ?? {}
        const refuse = (reason: string): [] => {
          report('CONTRIBUTION_INVALID', { kind: String(kind), id: String(id), reason })
          return []
        }
        if (kind === 'plugin') return refuse('plugins come from plugin folders and from packages')
        const live = findLiveValue(payload, 'payload')
        if (live !== undefined) return refuse(`${live}; what goes into a bundle must be plain data`)
        if (kind !== 'module') return [contribution]
        const module = describeModule(contribution, contributor.name, options, host, inputs)
        return typeof module === 'string' ? refuse(module) : [{ ...contribution, payload: module }]
      })
    },
  }))
}

/** A module that a contributor offers: which export of which file of the project. */
function describeModule(
  { id, source, payload }: Contribution,
  contributor: string,
  options: ResolvedOptions,
  host: Host,
  inputs: Set<string>,
): ModulePayload | string {
  const { file, exportName } = (payload ?? {}) as { file?: unknown; exportName?: unknown }
  if (typeof file !== 'string' || typeof exportName !== 'string') {
    return 'the payload of a module is { file, exportName }, with the file relative to the project'
  }
  const path = resolve(options.root, file)
  const text = readIfThere(path, host)
  if (text === undefined) return `the file ${file} cannot be read`
  inputs.add(path)
  const { classes } = new Scanner(options, host).scan({ path, file, text, hash: contentHash(text) }, () => {})
  const descriptor = classes.find((one) => one.exportName === exportName && one.implementsModule)
  if (descriptor === undefined) {
    const modules = classes.filter((one) => one.implementsModule).map((one) => one.exportName)
    return `the file ${file} exports no module as "${exportName}"${modules.length === 0 ? '' : `, but ${modules.join(', ')}`}`
  }
  const scope = source?.scope ?? ''
  const root = { root: source?.origin || contributor, scope }
  const entry = catalogEntry({ id, descriptor, source: { file, path, pathInRoot: file, root } }, options)
  const { description } = entry
  return { entry, shape: descriptor.shape, ...(description === undefined ? {} : { description }) }
}

import { normalize } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import { closest } from '../../util/closest.ts'
import { findEntryFile, namesIn } from '../discover/entry-file.ts'
import { type Host, systemReason } from '../host.ts'
import type { ParsedPlugin } from './plugin-dependencies.ts'

/** The file that a plugin in a process of its own is pinned to. */
export interface Artifact {
  /** Relative to the folder of the plugin. */
  readonly path: string
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string
}

/** What looking at an artifact gave: where it is or should be, and the artifact where it is as it should be. */
export interface ArtifactLook {
  /** Absolute. */
  readonly path: string
  readonly artifact?: Artifact
}

/**
 * Looks for the artifact of a plugin in the folder of the plugin, and nowhere else, and computes its digest. Names are
 * compared with what the disk says; a link that leads out of the folder does not help.
 */
export function lookAtArtifact({ source, manifest }: ParsedPlugin, host: Host, report: Report): ArtifactLook {
  const named = manifest.table.artifact!
  const file = normalize(named)
  const path = `${source.path}/${file}`
  const range = manifest.places.value(['plugin', 'artifact'])
  const refuse = (message: string, hint: string): ArtifactLook => {
    const issues = [{ path: 'plugin.artifact', message, hint }]
    report('MANIFEST_INVALID', { issues }, { at: { file: source.manifest, ...range } })
    return { path }
  }
  const found = findEntryFile(file, [{ folder: source.folder, path: source.path }], [''], host)
  if (found.kind === 'escapes') {
    return refuse(
      `names "${named}", a link that leads out of the folder of the plugin`,
      'Put the file itself into the folder.',
    )
  }
  if (found.kind === 'missing') {
    if (found.spelling !== undefined) {
      return refuse(
        `names "${named}", which is spelt "${found.spelling}" on disk`,
        `Write "${found.spelling}": other systems tell the two apart.`,
      )
    }
    if (host.kind(path) === 'folder') {
      return refuse(`names "${named}", which is a folder`, 'Name the file that is run.')
    }
    return refuse(
      `names "${named}", and there is no such file in the folder of the plugin`,
      helpWith(file, source.path, host),
    )
  }
  try {
    return { path: found.path, artifact: { path: file, sha256: host.sha256(found.path) } }
  } catch (error) {
    report(
      'UNREADABLE',
      { path: found.file, reason: systemReason(error) },
      { at: { file: source.manifest, ...range } },
    )
    return { path: found.path }
  }
}

function helpWith(file: string, folder: string, host: Host): string {
  const slash = file.lastIndexOf('/')
  const inner = file.slice(0, slash + 1)
  const files = namesIn(`${folder}/${inner}`, host).filter(
    (name) => host.kind(`${folder}/${inner}${name}`) === 'file',
  )
  const [near] = closest(file.slice(slash + 1), files)
  return near === undefined
    ? 'Build the file first, or write its path relative to the manifest.'
    : `Did you mean "${inner}${near}"?`
}

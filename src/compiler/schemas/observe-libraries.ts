import { dirname } from 'pathe'
import type { SchemaLibraries } from '../fold/schema-library.ts'
import { type Host, readIfThere } from '../host.ts'
import { packageOf } from './package-name.ts'
import { CONVERTER } from './valibot/dialect.ts'

/**
 * Lets a host take note of what decides which installation of a library a file gets: the nearest one, and its version.
 *
 * @param host one that remembers what it is asked
 */
export function observeLibraries(libraries: SchemaLibraries, host: Host): SchemaLibraries {
  const seen = new Set<string>()
  const observe = (name: string, from: string): void => {
    const folder = dirname(from)
    const key = `${name}\n${folder}`
    if (seen.has(key)) return
    seen.add(key)
    const packages = `${folder}/node_modules`
    const isThere = host.kind(packages) === 'folder' && host.kind(`${packages}/${name}`) === 'folder'
    if (isThere) {
      readIfThere(`${packages}/${name}/package.json`, host)
      tryRealPath(`${packages}/${name}`, host)
    } else if (folder !== dirname(folder)) observe(name, folder)
  }
  return {
    open(specifier, from) {
      const name = packageOf(specifier)
      observe(name, from)
      if (name === 'valibot') observe(CONVERTER, from)
      return libraries.open(specifier, from)
    },
  }
}

function tryRealPath(path: string, host: Host): void {
  try {
    host.realPath(path)
  } catch {
    // That there is none is remembered too.
  }
}

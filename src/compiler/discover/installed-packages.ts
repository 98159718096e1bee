import { dirname, join, normalize, relative, resolve } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import { type Host, readIfThere } from '../host.ts'
import type { ResolvedOptions } from '../options.ts'
import { leadsOut } from '../parse/manifest/entry-point.ts'
import { MANIFEST_NAME } from '../parse/manifest/manifest.ts'
import type { NamedFolder, PluginFolder } from './plugin-folders.ts'

/** The packages that ship a plugin, sorted by name, and what was read to find out. */
export interface InstalledPlugins {
  readonly plugins: readonly PluginFolder[]
  /** Absolute paths. */
  readonly inputs: readonly string[]
}

/**
 * Finds the plugins among the project's dependencies: packages with a manifest at their root, or with a `dagstack` field
 * in their `package.json` that names one. A package is found as Node finds it, so that the links of pnpm and of workspaces
 * are followed; it is called by the path through `node_modules`, which is the same on every machine.
 */
export function discoverInstalledPlugins(
  options: ResolvedOptions,
  host: Host,
  report: Report,
): InstalledPlugins {
  const { packages, root } = options
  if (packages === false) return { plugins: [], inputs: [] }
  const project = nearestPackage(root, host)
  const inputs = project === undefined ? [] : [`${project}/package.json`]
  const names = packages === true ? dependenciesOf(project, host) : [...new Set(packages)]
  /** A package that is named is expected to hold a plugin. */
  const refuse = (name: string, message: string): void => {
    if (packages === true) return
    const issue = { path: `packages[${packages.indexOf(name)}]`, message: `"${name}" ${message}.` }
    report('OPTIONS_INVALID', { issues: [issue] })
  }
  const plugins = names.sort(compareText).flatMap((name): PluginFolder[] => {
    const found = findPackage(name, project ?? root, root, host)
    if (found === undefined) {
      refuse(name, 'is not installed')
      return []
    }
    inputs.push(`${found.path}/package.json`)
    const plugin = pluginOf(name, found, host, report)
    if (plugin === undefined && !namesManifest(found, host)) refuse(name, `has no ${MANIFEST_NAME}`)
    return plugin === undefined ? [] : [plugin]
  })
  return { plugins, inputs }
}

function nearestPackage(folder: string, host: Host): string | undefined {
  if (host.kind(`${folder}/package.json`) === 'file') return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : nearestPackage(parent, host)
}

/** What is installed together with the project wherever it runs. */
function dependenciesOf(project: string | undefined, host: Host): string[] {
  const { dependencies, optionalDependencies } = readPackage(project, host)
  return [...new Set([dependencies, optionalDependencies].flatMap(keysOf))]
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
}

function readPackage(folder: string | undefined, host: Host): Readonly<Record<string, unknown>> {
  const text = folder === undefined ? undefined : readIfThere(`${folder}/package.json`, host)
  try {
    const json: unknown = JSON.parse(text ?? '{}')
    return typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

function findPackage(name: string, from: string, root: string, host: Host): NamedFolder | undefined {
  if (leadsOut(name) || !/^[^\s\\]+$/.test(name)) return undefined
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (host.kind(path) === 'folder') return { folder: relative(root, path), path: host.realPath(path) }
    if (dirname(folder) === folder) return undefined
  }
}

function namesManifest(found: NamedFolder, host: Host): boolean {
  return readPackage(found.path, host).dagstack !== undefined
}

function pluginOf(name: string, found: NamedFolder, host: Host, report: Report): PluginFolder | undefined {
  const field = readPackage(found.path, host).dagstack
  const atRoot = { ...found, manifest: `${found.folder}/${MANIFEST_NAME}`, scope: 'plugin', origin: name }
  if (field === undefined) {
    const path = `${found.path}/${MANIFEST_NAME}`
    return host.kind(path) === 'file' && isWithin(path, found.path, host) ? atRoot : undefined
  }
  const problem = (message: string): undefined => {
    const issue = { path: 'dagstack', message }
    report('MANIFEST_INVALID', { issues: [issue] }, { at: { file: `${found.folder}/package.json` } })
    return undefined
  }
  if (typeof field !== 'string' || field === '') return problem('must be the path of the manifest')
  const path = resolve(found.path, normalize(field))
  if (leadsOut(field) || !isWithin(path, found.path, host))
    return problem(`leads out of the package: ${field}`)
  if (host.kind(path) !== 'file') return problem(`names a file that does not exist: ${field}`)
  const inner = relative(found.path, path)
  const folder = dirname(inner)
  return {
    ...atRoot,
    folder: folder === '.' ? found.folder : `${found.folder}/${folder}`,
    path: dirname(path),
    manifest: `${found.folder}/${inner}`,
    ...(folder === '.' ? {} : { packageRoot: found }),
  }
}

function isWithin(path: string, folder: string, host: Host): boolean {
  try {
    return host.realPath(path).startsWith(`${folder}/`)
  } catch {
    return path.startsWith(`${folder}/`)
  }
}

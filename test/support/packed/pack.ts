import { execSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../../..')

/** The package as published, inside the `node_modules` of an otherwise empty project. */
export interface PackedPackage {
  /** The packed file. */
  tarball: string
  /** A project folder; its `node_modules` holds the unpacked package and links to what it declares. */
  project: string
  /** Where the package is unpacked. */
  folder: string
}

/**
 * Builds and packs the package, unpacks it into a temporary project and links the repository's copies of its
 * dependencies and peers beside it: only those, so that an import of anything undeclared fails.
 */
export function pack(): PackedPackage {
  const tarball = buildTarball()
  const { name, dependencies, peerDependencies } = readManifest(repository)
  const project = createProject(join(dirname(tarball), 'project'), tarball)
  linkPackages(project, [...Object.keys(dependencies), ...Object.keys(peerDependencies)])
  return { tarball, project, folder: join(project, 'node_modules', name) }
}

/**
 * Builds and packs the package.
 *
 * @returns path of the packed file, alone in a new temporary folder
 */
export function buildTarball(): string {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'unplugin-module-registry-')))
  run('npm run build --silent', repository)
  run(`npm pack --ignore-scripts --silent --pack-destination "${work}"`, repository)
  const { name, version } = readManifest(repository)
  return join(work, `${name}-${version}.tgz`)
}

/**
 * Makes a folder with `node_modules` that hold nothing but the unpacked package.
 *
 * @returns the folder
 */
export function createProject(project: string, tarball: string): string {
  const modules = join(project, 'node_modules')
  mkdirSync(modules, { recursive: true })
  run(`tar -xzf "${tarball}"`, modules)
  renameSync(join(modules, 'package'), join(modules, readManifest(repository).name))
  return project
}

/** Links packages that the repository has installed into the `node_modules` of a project. */
export function linkPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(project, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(repository, 'node_modules', name), path, 'junction')
  }
}

interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function run(command: string, cwd: string): void {
  execSync(command, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { onTestFinished } from 'vitest'
import { installPackage, temporaryFolder } from './package.ts'

/** Texts by their path relative to a folder, with `/`. */
export type Files = Readonly<Record<string, string>>

/** A project of a user, on disk while a test runs. */
export interface Project {
  /** Absolute, all links resolved. */
  readonly root: string
  path(file: string): string
  write(files: Files): void
  read(file: string): string
  remove(file: string): void
  link(path: string, target: string): void
}

/** How a project differs from a usual one. */
export interface ProjectSetup {
  /** The project's folder below a temporary one. */
  readonly folder?: string
  /** `'full'` also links what the plugin needs to run by itself, `'none'` installs nothing. Default: the package. */
  readonly installed?: 'package' | 'full' | 'none'
}

/** Makes a project, with the package installed, that is removed when the test has finished. */
export async function createProject(files: Files, setup: ProjectSetup = {}): Promise<Project> {
  const { folder = 'project', installed = 'package' } = setup
  const temporary = temporaryFolder()
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const root = join(temporary, folder)
  const project: Project = {
    root,
    path: (file) => join(root, file),
    write: (texts) => {
      for (const [file, text] of Object.entries(texts)) {
        mkdirSync(dirname(join(root, file)), { recursive: true })
        writeFileSync(join(root, file), text)
      }
    },
    read: (file) => readFileSync(join(root, file), 'utf8'),
    remove: (file) => rmSync(join(root, file), { recursive: true }),
    link: (path, target) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      symlinkSync(join(root, target), join(root, path), 'junction')
    },
  }
  mkdirSync(root, { recursive: true })
  if (installed !== 'none') await installPackage(root, installed === 'full')
  project.write({ 'package.json': '{ "type": "module" }', ...files })
  return project
}

/** Reads every file below a folder. */
export function readTree(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

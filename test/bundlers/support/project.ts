import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
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
  /** @param target in the project, or absolute */
  link(path: string, target: string): void
  /** A folder of the project as a project. */
  inner(folder: string): Project
}

/** How a project differs from a usual one. */
export interface ProjectSetup {
  /** The project's folder below a temporary one. */
  readonly folder?: string
  /** `'full'` also links what the plugin needs to run by itself, `'none'` installs nothing. Default: the package. */
  readonly installed?: 'package' | 'full' | 'none'
  /** That of the test, where several run at once. */
  readonly onTestFinished?: OnTestFinished
}

/** Calls a function when a test has finished. */
export type OnTestFinished = (clean: () => void | Promise<void>) => void

/** Makes a project, with the package installed, that is removed when the test has finished. */
export async function createProject(files: Files, setup: ProjectSetup = {}): Promise<Project> {
  const { folder = 'project', installed = 'package', onTestFinished: finished = onTestFinished } = setup
  const temporary = temporaryFolder()
  finished(() => rmSync(temporary, { recursive: true, force: true }))
  const project = openProject(join(temporary, folder))
  mkdirSync(project.root, { recursive: true })
  if (installed !== 'none') await installPackage(project.root, installed === 'full')
  project.write({ 'package.json': '{ "type": "module" }', ...files })
  return project
}

function openProject(root: string): Project {
  const path = (file: string): string => join(root, file)
  return {
    root,
    path,
    write: (files) => {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(path(file)), { recursive: true })
        writeFileSync(path(file), text)
      }
    },
    read: (file) => readFileSync(path(file), 'utf8'),
    remove: (file) => rmSync(path(file), { recursive: true }),
    link: (file, target) => {
      mkdirSync(dirname(path(file)), { recursive: true })
      symlinkSync(resolve(root, target), path(file), 'junction')
    },
    inner: (folder) => openProject(path(folder)),
  }
}

/** Reads every file below a folder. */
export function readTree(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

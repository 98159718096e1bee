import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Compilation, compile, type Options } from '../../src/index.ts'
import { type MemoryFiles, type MemoryHost, type MemoryHostOptions, memoryHost } from './memory-host.ts'

/** Files by their path relative to the project: a text, bytes, or a link. */
export type ProjectFiles = Readonly<Record<string, string | Uint8Array | { readonly link: string }>>

/** A project on the disk, in a folder of its own that is gone after the test. */
export interface Project {
  /** Absolute, with `/`. */
  readonly root: string
  /** The absolute path of a file of the project, with `/`. */
  path(file: string): string
  write(files: ProjectFiles): void
  remove(file: string): void
  compile(options?: Options): Promise<Compilation>
}

/**
 * Puts exactly these files into a temporary folder, which is removed when the running test is over.
 *
 * @param name the name of the project's own folder, for tests of awkward paths
 */
export function createProject(files: ProjectFiles, name = 'project'): Project {
  const temporary = mkdtempSync(join(realpathSync.native(tmpdir()), 'module-registry-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const root = `${temporary.split(sep).join('/')}/${name}`
  const project: Project = {
    root,
    path: (file) => `${root}/${file}`,
    write(more) {
      for (const [file, content] of Object.entries(more)) {
        const path = project.path(file)
        mkdirSync(file.endsWith('/') ? path : dirname(path), { recursive: true })
        if (file.endsWith('/')) continue
        if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, path)
        else writeFileSync(path, content)
      }
    },
    remove: (file) => rmSync(project.path(file), { recursive: true }),
    compile: (options = {}) => compile({ root, ...options }),
  }
  mkdirSync(root, { recursive: true })
  project.write(files)
  return project
}

/** Compiles files that exist in memory only. */
export function compileFiles(
  files: MemoryFiles,
  options: Options = {},
  disk: MemoryHostOptions = {},
): Promise<Compilation> {
  return compileOn(memoryHost(files, disk), options)
}

/** Compiles what a file system in memory holds. */
export function compileOn(host: MemoryHost, options: Options = {}): Promise<Compilation> {
  return compile({ root: host.root, ...options }, host)
}

/** The import that most sources of the tests begin with. */
export const IMPORT_MODULE = "import type { Module } from 'unplugin-module-registry/runtime'\n"

/** The text of an extension file with module classes of these names. */
export function moduleFile(...classNames: readonly string[]): string {
  const classes = classNames.map((name) => `export class ${name} implements Module { execute() {} }\n`)
  return IMPORT_MODULE + classes.join('')
}

/** The same in multi-class mode. */
export function multiClassFile(...classNames: readonly string[]): string {
  return `/** @multiClass */\n${moduleFile(...classNames)}`
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import type { InlineConfig } from 'vite'
import type { Options } from '../../../../src/index.ts'
import { type Project, readTree } from '../project.ts'

/** What a test asks of every bundler. */
export interface BuildRequest {
  /** The entry, relative to the project, or several by their names. Default: `main.ts`. */
  readonly entry?: string | Readonly<Record<string, string>>
  readonly options?: Options
  readonly minify?: boolean
  readonly sourcemap?: boolean
  /** What only one bundler understands. */
  readonly vite?: InlineConfig
  readonly esbuild?: BuildOptions
}

/** What a bundler made, or why it did not. */
export interface Built {
  readonly folder: string
  /** The output, by names relative to its folder. */
  readonly files: Readonly<Record<string, string>>
  /** Absolute path of the built entry `main`. */
  readonly main: string
  /** As the bundler prints them, without colours. */
  readonly warnings: readonly string[]
  readonly errors: readonly string[]
}

/** A bundler in one of its modes. */
export interface Host {
  readonly name: string
  /** Whether dynamic imports become files of their own. */
  readonly splits: boolean
  /** Whether unused code leaves the output only when that is minified. */
  readonly keepsUnused?: boolean
  build(project: Project, request?: BuildRequest): Promise<Built>
}

/** The entries of a request as absolute paths, by their names. */
export function entries(project: Project, { entry = 'main.ts' }: BuildRequest): Record<string, string> {
  const named = typeof entry === 'string' ? { main: entry } : entry
  const path = (file: string) => (file.startsWith('virtual:') ? file : project.path(file))
  return Object.fromEntries(Object.entries(named).map(([name, file]) => [name, path(file)]))
}

/** What a build has written, if it has succeeded. */
export function result(
  folder: string,
  errors: readonly string[],
): Pick<Built, 'folder' | 'files' | 'errors'> {
  return { folder, errors, files: errors.length === 0 ? readTree(folder) : {} }
}

/** A text without its colours. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return text.replace(/\u001b\[[\d;]*m/g, '')
}

/** The text of a project's tsconfig, if it has one. */
export function tsconfigOf(root: string): string {
  const file = join(root, 'tsconfig.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : '{}'
}

/** Options as code, for builds in other processes; functions may use nothing from around them. */
export function sourceOf(value: unknown): string {
  if (typeof value === 'function') return `(${value})`
  if (Array.isArray(value)) return `[${value.map(sourceOf).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  return `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${sourceOf(inner)}`)}}`
}

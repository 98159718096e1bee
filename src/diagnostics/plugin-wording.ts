import { list } from './wording.ts'

/** One thing that is wrong with a manifest. */
export interface ManifestIssue {
  /** The key, such as `plugin.depends_on[0]`; empty for the text as a whole. */
  readonly path: string
  /** What is wrong there, without a full stop. */
  readonly message: string
  readonly hint?: string
  /** The nearest known key, for one that is not known. */
  readonly suggestion?: string
}

/** The facts of an entry point that leads to no class. */
export interface EntryPointDetails {
  readonly entryPoint: string
  /** The files that were looked for, relative to the folder of the plugin. */
  readonly tried: readonly string[]
  /** What the file exports; empty where there is no file. */
  readonly exports: readonly string[]
  /** The file, relative to the project, where there is one. */
  readonly file?: string
  /** A file that differs only in case. */
  readonly spelling?: string
  /** What is exported under the name instead of a class, as a half sentence. */
  readonly found?: string
  /** The entry point that was most likely meant. */
  readonly suggestion?: string
  /** A file extension that is there and not configured. */
  readonly extension?: string
}

/** Says what is missing at the end of an entry point. */
export function entryPointMessage(d: EntryPointDetails): string {
  const name = d.entryPoint.slice(d.entryPoint.indexOf(':') + 1)
  if (d.spelling !== undefined) {
    return `The entry point "${d.entryPoint}" leads to no file: found \`${d.spelling}\`, which differs only in case.`
  }
  if (d.file === undefined) {
    return `The entry point "${d.entryPoint}" leads to no file. Tried: ${list(d.tried)}.`
  }
  if (d.found !== undefined) return `${d.file} exports no class as "${name}": ${d.found}.`
  return `${d.file} exports no class as "${name}". ${d.exports.length === 0 ? 'It exports nothing.' : `It exports ${list(d.exports)}.`}`
}

/** Says what to write instead. */
export function entryPointHint(d: EntryPointDetails): string | undefined {
  if (d.spelling !== undefined) return `Write "${d.suggestion}": other systems tell the two apart.`
  if (d.extension !== undefined) return `Add "${d.extension}" to the \`fileExtensions\` option.`
  const file = d.entryPoint.slice(0, d.entryPoint.indexOf(':'))
  const isFile = d.file !== undefined
  if (d.suggestion === undefined) return isFile ? 'Export the class under this name.' : undefined
  if (!isFile && file.startsWith(`${d.suggestion.slice(0, d.suggestion.indexOf(':'))}.`)) {
    return `Write "${d.suggestion}": the file is named without its extension.`
  }
  return `Did you mean "${d.suggestion}"?`
}

/** `a → b → a`: names alone, where they tell the plugins apart. */
export function printCycle(ids: readonly string[]): string {
  const nameOf = (id: string): string => id.slice(id.indexOf(':') + 1)
  const distinct = new Set(ids).size === new Set(ids.map(nameOf)).size
  return (distinct ? ids.map(nameOf) : ids).join(' → ')
}

/** What a reserved word is the name of. The IDs of a plugin's tools start with the name of the plugin. */
export function holderOf(key: string | undefined): string {
  return key === undefined ? 'folder or file' : 'plugin, with which the IDs of its tools start'
}

import { dirname, resolve } from 'pathe'
import { type Host, readIfThere } from '../host.ts'

/** What reading a tsconfig takes. */
export type ConfigHost = Pick<Host, 'kind' | 'read'>

/** Compiler options as they are written. */
export type WrittenOptions = Readonly<Record<string, unknown>>

/** How many files may extend each other. */
const MAX_DEPTH = 20

/**
 * Reads the options of a tsconfig, those that it extends included, without loading the compiler.
 *
 * @param path absolute path of the file
 * @returns nothing where there is any doubt what the compiler would make of it
 */
export function readPlainTsconfig(path: string, host: ConfigHost, depth = 0): WrittenOptions | undefined {
  const text = depth > MAX_DEPTH ? undefined : readIfThere(path, host)
  const config = text === undefined ? undefined : parseWithComments(text)
  if (!isRecord(config)) return undefined
  const { extends: parents = [], compilerOptions = {} } = config
  if (!isRecord(compilerOptions)) return undefined
  let options: WrittenOptions = {}
  for (const parent of Array.isArray(parents) ? parents : [parents]) {
    const file = typeof parent === 'string' ? findParent(parent, dirname(path), host) : undefined
    const inherited = file === undefined ? undefined : readPlainTsconfig(file, host, depth + 1)
    if (inherited === undefined) return undefined
    options = { ...options, ...inherited }
  }
  return { ...options, ...compilerOptions }
}

/**
 * Reads which other projects a tsconfig refers to.
 *
 * @param path absolute path of the file
 * @returns their paths as written; nothing where there is any doubt what the compiler would make of them
 */
export function readPlainReferences(path: string, host: ConfigHost): string[] | undefined {
  const config = parseWithComments(readIfThere(path, host) ?? '')
  const { references = [] } = isRecord(config) ? config : { references: null }
  if (!Array.isArray(references)) return undefined
  const paths = references.map((one: unknown) => (isRecord(one) ? one.path : undefined))
  return paths.every((one) => typeof one === 'string' && one !== '') ? (paths as string[]) : undefined
}

/** Finds an extended file by its path, or in a package that says nothing about where its files are. */
function findParent(specifier: string, folder: string, host: ConfigHost): string | undefined {
  if (/^\.{0,2}\//.test(specifier)) return withExtension(resolve(folder, specifier), host)
  const [, name, inner = 'tsconfig.json'] = /^((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  for (let at = folder; ; at = dirname(at)) {
    const found = `${at}/node_modules/${name}`
    if (host.kind(found) === 'folder') {
      const manifest = parseWithComments(readIfThere(`${found}/package.json`, host) ?? '')
      const isPlain = isRecord(manifest) && manifest.exports === undefined && manifest.tsconfig === undefined
      return isPlain ? withExtension(`${found}/${inner}`, host) : undefined
    }
    if (at === dirname(at)) return undefined
  }
}

function withExtension(path: string, host: ConfigHost): string | undefined {
  return [path, `${path}.json`].find((candidate) => host.kind(candidate) === 'file')
}

/** Parses JSON with comments and trailing commas; nothing when it is not that. */
function parseWithComments(text: string): unknown {
  const bare = text
    .replace(
      /("(?:\\.|[^"\\\n])*")|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g,
      (_, literal: string | undefined) => literal ?? ' ',
    )
    .replace(/("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])/g, (_, literal: string | undefined) => literal ?? '')
  try {
    return JSON.parse(bare)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

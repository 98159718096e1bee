import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'pathe'

/** The files of the page and their types. Nothing else is ever read for a request. */
const TYPES = {
  'index.html': 'text/html; charset=utf-8',
  'inspector.js': 'text/javascript; charset=utf-8',
  'inspector.css': 'text/css; charset=utf-8',
} as const

/** The name of one of the three files of the page. */
export type PageFile = keyof typeof TYPES

/** A file as it is sent. */
export interface PageContent {
  readonly type: string
  readonly body: string
}

/** The file of the page that a part of a URL names, if it names one. */
export function pageFile(name: string): PageFile | undefined {
  if (name === '') return 'index.html'
  return Object.hasOwn(TYPES, name) ? (name as PageFile) : undefined
}

/**
 * Reads a file of the page from the package.
 *
 * @param token put into the page, where only the page itself can read it
 */
export function readPage(file: PageFile, token: string): PageContent | undefined {
  const type = TYPES[file]
  const path = join(pageFolder(), file)
  if (file === 'index.html') {
    const html = existsSync(path) ? readFileSync(path, 'utf8') : NOT_BUILT
    const element = `<meta name="module-registry-token" content="${token}">`
    return { type, body: html.replace(/<head[^>]*>/i, (head) => `${head}${element}`) }
  }
  return existsSync(path) ? { type, body: readFileSync(path, 'utf8') } : undefined
}

/** `dist/inspector` of the package, from its sources and from its bundle alike. */
function pageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return join(folder, 'dist/inspector')
}

const NOT_BUILT =
  '<!doctype html><html lang="en"><head><title>Module registry</title></head><body><p>The page is not built; <code>npm run build</code> does that.</p></body></html>'

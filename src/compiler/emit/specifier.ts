import { normalize } from 'pathe'

/** How imports name a TypeScript file: as it is, or as the JavaScript file that it compiles to. */
export type ImportExtension = '.ts' | '.js'

const COMPILED: Readonly<Record<string, string>> = { ts: '.js', tsx: '.js', mts: '.mjs', cts: '.cjs' }

/**
 * Names one file from within another.
 *
 * @param from the importing file, relative to the project
 * @param to the imported file, relative to the project
 * @param importExtension with `.js`, TypeScript files are named as what they compile to
 * @returns a specifier that starts with `./` or `../`, with `/` on every system
 * @throws RangeError when `from` lies outside the project, where the way back in is not known
 */
export function relativeSpecifier(from: string, to: string, importExtension: ImportExtension): string {
  const folder = normalize(from).split('/').slice(0, -1)
  const target = normalize(to).split('/')
  let shared = 0
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared]) shared++
  const upwards = folder.slice(shared)
  if (upwards.includes('..')) throw new RangeError(`No relative path leads from "${from}" to "${to}".`)
  const path = [...upwards.map(() => '..'), ...target.slice(shared)].join('/')
  return compiledName(path.startsWith('../') ? path : `./${path}`, importExtension)
}

/**
 * Encodes what a module loader would read as a part of a URL: `?`, `#`, `%`, a backslash, a control character.
 *
 * @param specifier a relative specifier
 * @returns the specifier for a program that runs without a bundler; the same text for all but very odd names
 */
export function urlSpecifier(specifier: string): string {
  return specifier.replace(/[?#%\\\p{Cc}]/gu, encodeURIComponent)
}

/** Tells whether a file is JavaScript, which TypeScript reads only with `allowJs`. */
export function isJavaScript(file: string): boolean {
  return /\.[cm]?jsx?$/.test(file)
}

function compiledName(specifier: string, importExtension: ImportExtension): string {
  if (importExtension === '.ts') return specifier
  return specifier.replace(/\.([cm]?ts|tsx)$/, (_, extension: string) => COMPILED[extension]!)
}

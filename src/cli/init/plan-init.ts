import { dirname, resolve } from 'pathe'
import { type Host, readIfThere } from '../../compiler/host.ts'
import { moduleFile } from '../new/module-file.ts'
import { editConfig, linesByHand } from './edit-config.ts'
import { JsonText } from './edit-json.ts'
import { insert, lineEndOf } from './edit-text.ts'

/** A file that is made or changed. */
export interface FileChange {
  /** Relative to the project, with `/`. */
  readonly file: string
  /** What it is now; absent where there is none. */
  readonly before?: string
  readonly after: string
}

/** What it takes to use the plugin in a project. */
export interface InitPlan {
  readonly changes: readonly FileChange[]
  /** What is there already, one sentence each. */
  readonly present: readonly string[]
  /** What has to be done by hand; each may have several lines. */
  readonly byHand: readonly string[]
  /** What to do afterwards, one sentence each. */
  readonly next: readonly string[]
}

const PACKAGE = 'unplugin-module-registry'
const CLIENT = `${PACKAGE}/client`
const SCRIPT_ENDINGS = ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs'] as const
const BUNDLERS = ['vite', 'rolldown', 'rollup', 'rspack', 'webpack', 'farm'] as const

/**
 * Plans how the plugin gets into a project. It reads, and changes nothing.
 *
 * @param root the project, absolute
 * @param version of this package
 */
export function planInit(root: string, version: string, host: Host): InitPlan {
  const read = (file: string): string | undefined => readIfThere(resolve(root, file), host)
  const config = planConfig(read)
  const parts = [
    config,
    planTypes(read),
    // Who has the plugin already has modules, or knows where they go.
    config.present === undefined ? planFirstModule(root, host) : {},
    planDependency(root, version, read, host),
  ]
  return {
    changes: parts.flatMap(({ changes = [] }) => changes),
    present: parts.flatMap(({ present = [] }) => present),
    byHand: parts.flatMap(({ byHand = [] }) => byHand),
    next: parts.flatMap(({ next = [] }) => next),
  }
}

type Part = Partial<InitPlan>
type Read = (file: string) => string | undefined

function planConfig(read: Read): Part {
  for (const bundler of BUNDLERS) {
    for (const ending of SCRIPT_ENDINGS) {
      const file = `${bundler}.config.${ending}`
      const before = read(file)
      if (before === undefined) continue
      const edited = editConfig(file, before, bundler)
      if (edited.kind === 'edited') return { changes: [{ file, before, after: edited.text }] }
      if (edited.kind === 'present') return { present: [`The plugin is in ${file}.`] }
      return { byHand: [byHand(bundler, `${file} is written in a way that is not understood. Add to it:`)] }
    }
  }
  const manifest = read('package.json')
  if (manifest?.includes('"esbuild"') === true) {
    return { byHand: [byHand('esbuild', 'Builds with esbuild are programs. Add to yours:')] }
  }
  return {
    byHand: [byHand('vite', 'No configuration of a bundler was found. For Vite, add to it:')],
  }
}

function byHand(bundler: string, reason: string): string {
  const { importLine, call } = linesByHand(bundler)
  return [reason, `  ${importLine}`, `  ${call}`].join('\n')
}

/** Declares the virtual modules where Vite's templates declare theirs, for type checks before the first build. */
function planTypes(read: Read): Part {
  for (const file of ['src/vite-env.d.ts', 'vite-env.d.ts', 'src/env.d.ts', 'env.d.ts']) {
    const before = read(file)
    if (before === undefined) continue
    if (before.includes(CLIENT)) return { present: [`The types are in ${file}.`] }
    return { changes: [{ file, before, after: withReference(before) }] }
  }
  const configs = ['tsconfig.app.json', 'tsconfig.json'].flatMap((file) => {
    const text = read(file)
    return text === undefined ? [] : [{ file, json: new JsonText(text) }]
  })
  for (const { file, json } of configs) {
    const types = json.textsAt('compilerOptions', 'types')
    if (types?.includes(CLIENT) === true) return { present: [`The types are in ${file}.`] }
    if (types !== undefined) {
      return {
        changes: [{ file, before: json.text, after: json.withText(CLIENT, 'compilerOptions', 'types') }],
      }
    }
  }
  if (configs.length === 0) return {}
  // A list of types would turn off those that are found without one.
  return { next: ['The types come with the first build, or before it: npx module-registry generate'] }
}

function withReference(text: string): string {
  const line = `/// <reference types="${CLIENT}" />`
  const end = lineEndOf(text)
  const last = [...text.matchAll(/^\/\/\/ *<reference .*$/gm)].at(-1)
  if (last === undefined) return `${line}${end}${text}`
  return insert(text, [{ at: last.index + last[0].trimEnd().length, text: `${end}${line}` }])
}

function planFirstModule(root: string, host: Host): Part {
  if (host.kind(resolve(root, 'extensions')) !== undefined)
    return { present: ['There is a folder extensions.'] }
  const text = moduleFile({ className: 'Hello', description: 'Greets somebody' })
  return { changes: [{ file: 'extensions/hello.ts', after: text }] }
}

function planDependency(root: string, version: string, read: Read, host: Host): Part {
  const before = read('package.json')
  const install = installCommand(root, host)
  const json = before === undefined ? undefined : new JsonText(before)
  if (json === undefined || !json.isObject) {
    return { byHand: [`Install the package: ${install.add}`] }
  }
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies']) {
    if (json.keysAt(field)?.includes(PACKAGE) === true) return { present: [`package.json has ${PACKAGE}.`] }
  }
  const range = JSON.stringify(`^${version}`)
  const unit = /^[ \t]+/m.exec(json.text)?.[0] ?? '  '
  const end = lineEndOf(json.text)
  const fresh = `{${end}${unit.repeat(2)}"${PACKAGE}": ${range}${end}${unit}}`
  const after =
    json.keysAt('devDependencies') === undefined
      ? json.withKey('devDependencies', fresh, false)
      : json.withKey(PACKAGE, range, true, 'devDependencies')
  return {
    changes: [{ file: 'package.json', before: json.text, after }],
    next: [`Install what is new in package.json: ${install.all}`],
  }
}

/** The commands of the package manager that wrote the nearest lock file. */
function installCommand(root: string, host: Host): { readonly all: string; readonly add: string } {
  const locks = [
    ['pnpm-lock.yaml', 'pnpm install', 'pnpm add -D'],
    ['yarn.lock', 'yarn install', 'yarn add -D'],
    ['bun.lock', 'bun install', 'bun add -d'],
    ['bun.lockb', 'bun install', 'bun add -d'],
    ['package-lock.json', 'npm install', 'npm install -D'],
  ] as const
  for (let folder = root; ; folder = dirname(folder)) {
    for (const [lock, all, add] of locks) {
      if (host.kind(resolve(folder, lock)) === 'file') return { all, add: `${add} ${PACKAGE}` }
    }
    if (dirname(folder) === folder) return { all: 'npm install', add: `npm install -D ${PACKAGE}` }
  }
}

import type { ContributionEntry } from '../../catalog/contribution-entry.ts'
import type { SlotOwnerEntry } from '../../catalog/slot-owner.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { compareText } from '../../util/compare.ts'
import type { EmittedPlugin } from './emitted-module.ts'
import { linesLiteral, objectKey, scriptSafe, stringLiteral } from './literal.ts'
import { publicPlugin } from './public-plugin.ts'

/** What a registry is made with besides its catalog and its loaders. */
export interface RegistryOptionsInput {
  /** First segments that hand-registered modules may not use, where they differ from the usual list. */
  readonly reservedWords?: readonly string[]
  /** Contributions of kinds other than modules and plugins. */
  readonly contributions?: readonly ContributionEntry[]
  /** Who owns which slot of the application. */
  readonly slots?: readonly SlotOwnerEntry[]
  /** In the order of their set-up. */
  readonly plugins?: readonly EmittedPlugin[]
  /** Whether entries may be completed from their modules, because there is something that the build could not tell. */
  readonly metadata?: boolean
  /** Whether the code runs on a server, which can start what plugins run elsewhere; default no. */
  readonly server?: boolean
}

/** The options of `createRegistry` as code. */
export interface RenderedOptions {
  /** An object literal; empty without options. */
  readonly text: string
  /** What it needs from the runtime entry. */
  readonly names: readonly string[]
}

/**
 * Prints the options of `createRegistry`. What an application has none of takes nothing from the runtime.
 *
 * @param instantiate whether the code has imported `instantiate`
 * @param importFile prints the dynamic import of a file, for plugins
 */
export function renderOptions(
  instantiate: boolean,
  input: RegistryOptionsInput,
  importFile: (file: string) => string = stringLiteral,
): RenderedOptions {
  const { reservedWords, contributions = [], slots = [], plugins = [], metadata = false } = input
  const members: string[] = []
  if (instantiate) members.push('instantiate')
  if (reservedWords !== undefined) {
    members.push(`reservedWords: [${reservedWords.map(stringLiteral).join(', ')}]`)
  }
  const names: string[] = []
  if (contributions.length > 0) {
    const json = linesLiteral(jsonLines(contributions))
    members.push(`contributions: /* @__PURE__ */ defineContributions(${json})`)
    names.push('defineContributions')
  }
  if (slots.length > 0) {
    members.push(`slots: /* @__PURE__ */ defineSlots(${linesLiteral(jsonLines(slots))})`)
    names.push('defineSlots')
  }
  if (plugins.length > 0) {
    members.push(`plugins: ${renderPluginHost(plugins, input.server ?? false, importFile)}`)
    names.push('definePlugins', 'pluginHost')
  }
  if (metadata) {
    members.push('metadata: readMetadata')
    names.push('readMetadata')
  }
  return { text: members.length === 0 ? '' : `{ ${members.join(', ')} }`, names }
}

/** Plugins share a file at will; each file has one loader. */
function renderPluginHost(
  plugins: readonly EmittedPlugin[],
  server: boolean,
  importFile: (file: string) => string,
): string {
  const files = [...new Set(plugins.flatMap(({ entry }) => entry.file ?? []))].sort(compareText)
  const loaders = files.map((file) => `  ${objectKey(file)}: () => ${importFile(file)},`)
  const external = server ? externalRuntimes(plugins) : []
  return [
    `/* @__PURE__ */ pluginHost(${pluginsLiteral(plugins, server)}, {`,
    ...loaders,
    external.length === 0 ? '})' : '}, {',
    ...external.map((member) => `  ${member},`),
    ...(external.length === 0 ? [] : ['})']),
  ].join('\n')
}

/** The entries of the package that run plugins elsewhere, and what each exports for it. */
const EXTERNAL = [
  { member: 'child', entry: 'process', name: 'createProcessPlugin', runtimes: ['process'] },
  { member: 'mcp', entry: 'mcp', name: 'createMcpPlugin', runtimes: ['mcp_stdio', 'mcp_http'] },
] as const

/**
 * Prints how to get what runs plugins elsewhere, as members of an object.
 *
 * @param plugins that it is for; default: any that may come
 */
export function externalRuntimes(plugins?: readonly EmittedPlugin[]): string[] {
  const isNeeded = (runtimes: readonly string[]) =>
    plugins?.some(({ entry }) => runtimes.includes(entry.runtime)) ?? true
  return EXTERNAL.filter(({ runtimes }) => isNeeded(runtimes)).map(
    ({ member, entry, name }) =>
      `${member}: () => import(${stringLiteral(`unplugin-module-registry/${entry}`)}).then(({ ${name} }) => ${name})`,
  )
}

/** Prints plugins as what `definePlugins` of the runtime makes of them; only a server is told how they are run. */
export function pluginsLiteral(plugins: readonly EmittedPlugin[], server: boolean): string {
  const entries = plugins.map(({ entry }) => (server ? entry : publicPlugin(entry)))
  const json = linesLiteral(jsonLines(entries))
  return `/* @__PURE__ */ definePlugins(${json})`
}

/** A list as JSON, one item on each line of code. */
function jsonLines(items: readonly unknown[]): string[] {
  const last = items.length - 1
  return [
    '[',
    ...items.map((item, index) => scriptSafe(canonicalJson(item)) + (index === last ? '' : ',')),
    ']',
  ]
}

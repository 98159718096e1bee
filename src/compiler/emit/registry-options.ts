import type { ContributionEntry } from '../../catalog/contribution-entry.ts'
import type { SlotOwnerEntry } from '../../catalog/slot-owner.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { compareText } from '../../util/compare.ts'
import type { EmittedPlugin } from './emitted-module.ts'
import { linesLiteral, objectKey, scriptSafe, stringLiteral } from './literal.ts'

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
  { reservedWords, contributions = [], slots = [], plugins = [], metadata = false }: RegistryOptionsInput,
  importFile: (file: string) => string = stringLiteral,
): RenderedOptions {
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
    members.push(`plugins: ${renderPluginHost(plugins, importFile)}`)
    names.push('definePlugins', 'pluginHost')
  }
  if (metadata) {
    members.push('metadata: readMetadata')
    names.push('readMetadata')
  }
  return { text: members.length === 0 ? '' : `{ ${members.join(', ')} }`, names }
}

/** Plugins share a file at will; each file has one loader. */
function renderPluginHost(plugins: readonly EmittedPlugin[], importFile: (file: string) => string): string {
  const files = [...new Set(plugins.flatMap(({ entry }) => entry.file ?? []))].sort(compareText)
  const loaders = files.map((file) => `  ${objectKey(file)}: () => ${importFile(file)},`)
  return [`/* @__PURE__ */ pluginHost(${pluginsLiteral(plugins)}, {`, ...loaders, '})'].join('\n')
}

/** Prints plugins as what `definePlugins` of the runtime makes of them. */
export function pluginsLiteral(plugins: readonly EmittedPlugin[]): string {
  const json = linesLiteral(jsonLines(plugins.map(({ entry }) => entry)))
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

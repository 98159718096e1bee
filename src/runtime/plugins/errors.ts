import { ModuleRegistryError } from '../../diagnostics/error.ts'
import { closest } from '../../util/closest.ts'
import { errorText } from '../../util/error-text.ts'
import type { PluginStatus } from './types.ts'

/** A sentence that names what may have been meant. */
export function didYouMean(near: readonly string[]): string {
  const names = near.map((name) => `"${name}"`).join(' or ')
  return names && ` Did you mean ${names}?`
}

/** Which plugin an error is about. */
export interface PluginDetails {
  kind: string
  name: string
}

/** Facts of an {@link AmbiguousPluginError}. */
export interface AmbiguousPluginDetails {
  kind: string
  /** The one name that two plugins claim; absent where several share the highest priority. */
  name?: string
  /** The names of all that are meant, sorted. */
  names: string[]
  /** Their folders, as far as they have one. */
  paths: string[]
}

/** Several plugins are meant where one can be (`AMBIGUOUS_PLUGIN`). */
export class AmbiguousPluginError extends ModuleRegistryError<AmbiguousPluginDetails> {
  constructor(message: string, details: AmbiguousPluginDetails) {
    super('AMBIGUOUS_PLUGIN', message, details)
    this.name = 'AmbiguousPluginError'
  }
}

/** Facts of a {@link PluginNotFoundError}. */
export interface PluginNotFoundDetails extends PluginDetails {
  /** Names near it, the nearest first; may be empty. */
  closest: string[]
}

/** No plugin of this kind has this name (`PLUGIN_NOT_FOUND`). */
export class PluginNotFoundError extends ModuleRegistryError<PluginNotFoundDetails> {
  /** @param known the names of the plugins of that kind, to name the nearest */
  constructor(kind: string, name: string, known: Iterable<string>) {
    const near = closest(name, known, 3)
    const message = `No plugin of kind "${kind}" has the name "${name}".${didYouMean(near)}`
    super('PLUGIN_NOT_FOUND', message, { kind, name, closest: near })
    this.name = 'PluginNotFoundError'
  }
}

/** A plugin could not be set up (`PLUGIN_SETUP_FAILED`); `cause` is what it threw. */
export class PluginSetupError extends ModuleRegistryError<PluginDetails> {
  constructor({ kind, name }: PluginDetails, reason: string, cause: unknown) {
    const message = `The plugin "${name}" of kind "${kind}" is unavailable: ${reason}`
    super('PLUGIN_SETUP_FAILED', message, { kind, name }, { cause })
    this.name = 'PluginSetupError'
  }
}

/** Facts of a {@link PluginUnavailableError}. */
export interface PluginUnavailableDetails extends PluginDetails {
  status: PluginStatus
  /** As a clause, without a full stop. */
  reason: string
  /** Whether the same call may succeed later, without anything in the program being changed. */
  retryable: boolean
}

/** A tool was called whose plugin cannot be reached now (`PLUGIN_UNAVAILABLE`). */
export class PluginUnavailableError extends ModuleRegistryError<PluginUnavailableDetails> {
  constructor(tool: string, details: PluginUnavailableDetails) {
    const { kind, name, reason } = details
    const message = `"${tool}" cannot be called: the plugin "${name}" of kind "${kind}" is not ready: ${reason}`
    super('PLUGIN_UNAVAILABLE', message, details)
    this.name = 'PluginUnavailableError'
  }
}

/** A plugin did not let itself be torn down (`PLUGIN_TEARDOWN_FAILED`); `cause` is what it threw. */
export class PluginTeardownError extends ModuleRegistryError<PluginDetails> {
  constructor({ kind, name }: PluginDetails, reason: string, cause: unknown) {
    const message = `The teardown of the plugin "${name}" of kind "${kind}" failed: ${reason}`
    super('PLUGIN_TEARDOWN_FAILED', message, { kind, name }, { cause })
    this.name = 'PluginTeardownError'
  }
}

/** Plugins did not let themselves be torn down (`TEARDOWN_FAILED`); all others are torn down. */
export class TeardownError extends ModuleRegistryError<{ plugins: PluginDetails[] }> {
  /** One per plugin, in the order of tearing down. */
  readonly errors: readonly PluginTeardownError[]

  constructor(errors: readonly PluginTeardownError[]) {
    super(
      'TEARDOWN_FAILED',
      errors.map(errorText).join('\n'),
      { plugins: errors.map(({ details }) => details) },
      { cause: errors[0]?.cause },
    )
    this.name = 'TeardownError'
    this.errors = errors
  }
}

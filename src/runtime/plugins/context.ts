import type { PluginContext } from '../api.ts'
import type { PluginRecord, Plugins } from './state.ts'
import type { Logger, SetupContext } from './types.ts'

/** Names the required resources of a plugin that a context lacks. */
export function missingResources({ entry }: PluginRecord, context: SetupContext): string[] {
  return entry.resources.required.filter((name) => holderOf(name, context) === undefined)
}

/** Copies the application's context, whatever its prototype, and adds what every plugin gets. */
export function makeContext(
  { registry }: Plugins,
  { entry }: PluginRecord,
  given: SetupContext,
  signal: AbortSignal,
): PluginContext {
  const own = {
    config: given.config ?? {},
    logger: given.logger ?? (console as Logger),
    registry,
    resources: resourcesFor(entry.resources, given),
    metadata: entry.metadata,
    signal,
  }
  return Object.create(Object.getPrototypeOf(given), {
    ...Object.getOwnPropertyDescriptors(given),
    ...Object.getOwnPropertyDescriptors(own),
  })
}

/** All of the application's resources, and those that the plugin names and the context has as members of its own. */
function resourcesFor(
  { required, optional }: { readonly required: readonly string[]; readonly optional: readonly string[] },
  given: SetupContext,
): Readonly<Record<string, unknown>> {
  const resources: Record<string, unknown> = Object.assign(Object.create(null), given.resources)
  for (const name of [...required, ...optional]) {
    const holder = holderOf(name, given)
    if (holder !== undefined) resources[name] = holder[name]
  }
  return Object.freeze(resources)
}

/** Where a resource is: in `resources`, else in the context itself. */
function holderOf(name: string, context: SetupContext): Readonly<Record<string, unknown>> | undefined {
  const { resources = {} } = context
  return [resources, context].find((holder) => Object.hasOwn(holder, name))
}

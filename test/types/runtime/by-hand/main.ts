// The runtime alone: no virtual module, no generated types.
import {
  type Context,
  createRegistry,
  defineModule,
  type Module,
  ModuleLoadError,
  ModuleNotFoundError,
  ModuleRegistryError,
  Registry,
} from 'unplugin-module-registry/runtime'

declare module 'unplugin-module-registry/runtime' {
  interface Context {
    readonly tenant: string
  }
}

class Pool implements Module<string, string[]> {
  #open = false
  async onLoad() {
    this.#open = true
  }
  onUnload() {
    this.#open = false
  }
  onSuspend() {
    return { open: this.#open }
  }
  onResume(state: { open: boolean }) {
    this.#open = state.open
  }
  async execute(query: string, context: Context) {
    context.tenant satisfies string
    context.anything satisfies unknown
    await context.registry.call('audit', { query }, context)
    return [query]
  }
}

class NeedsArguments {
  readonly pool: Pool
  constructor(pool: Pool) {
    this.pool = pool
  }
  execute() {}
}

const registry = createRegistry([], {}, { instantiate: (Class) => new Class(new Pool()) })
registry.register('db.pool', Pool)
registry.register('db.user', NeedsArguments)
registry.register('audit', defineModule({ execute: (_: object, { signal }) => signal.aborted }))
const rows = await registry.call('db.pool', 'select', { user: 'ada' })
rows.length
await registry.call('db.pool', 'select', new URL('https://example.org'))

const typed = new Registry<{ 'db.pool': Pool }>()
const pool = await typed.get('db.pool')
pool satisfies Pool
createRegistry().merge(typed)

// What another registry takes as a source of modules.
interface Discoverer {
  discover(
    roots: string[],
  ): { moduleId: string; module: unknown }[] | Promise<{ moduleId: string; module: unknown }[]>
}
typed.toDiscoverer() satisfies Discoverer

try {
  await registry.get('nope')
} catch (error) {
  if (error instanceof ModuleNotFoundError) error.details.closest satisfies string[]
  if (error instanceof ModuleLoadError) error.details.file satisfies string
  if (error instanceof ModuleRegistryError) error.code satisfies string
}

// @ts-expect-error execute is required
class Wrong implements Module {
  description = 'Does nothing.'
}
class WrongToo implements Module {
  // @ts-expect-error a description is a text
  description = 7
  execute() {}
}
// @ts-expect-error execute is required
defineModule({ description: 'Does nothing.' })
// @ts-expect-error a class is not a module's options
createRegistry(Pool)

export { Wrong, WrongToo }

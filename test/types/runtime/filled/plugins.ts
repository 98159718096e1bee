import { type PluginMap, registry } from 'virtual:module-registry'
import {
  createRegistry,
  overridePlugin,
  type Plugin,
  type PluginContext,
  type PluginHandle,
  pluginHost,
  type Registry,
  registerPlugin,
} from 'unplugin-module-registry/runtime'
import type { Local, Remote } from './extensions/models.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function type<T>() {
  return { is: <U>(equal: Equal<T, U>) => equal }
}

const local = registry.getPlugin('llm', 'local')
type<typeof local>().is<PluginHandle<'llm', 'local', Local>>(true)
local.instance?.complete('hello') satisfies Promise<string> | undefined
local.status === 'ready'
// @ts-expect-error not before it is known to be there
local.instance.complete('hello')

const some = registry.getPlugin('llm')
type<NonNullable<typeof some.instance>>().is<Local | Remote>(true)
type<typeof some.name>().is<'local' | 'remote'>(true)
for (const { name, kind } of registry.plugins('llm'))
  [name satisfies 'local' | 'remote', kind satisfies 'llm']
for (const { metadata, reason } of registry.plugins()) [metadata.description, reason?.length]
registry.getPlugin('constructor', 'toString').instance?.teardown()

// @ts-expect-error a wrong kind
registry.getPlugin('lm')
// @ts-expect-error a wrong name
registry.getPlugin('llm', 'lokal')
// @ts-expect-error a name of another kind
registry.getPlugin('llm', 'toString')
// @ts-expect-error a wrong kind
registry.plugins('lm')
// @ts-expect-error a handle is for reading
local.status = 'ready'

await registry.setupAll({ config: { key: 'k' }, anything: 1 })
await registry.setupAll(
  new (class {
    readonly logger = console
  })(),
)
await registry.teardownAll()
const set = await registry.activate({ signal: AbortSignal.timeout(1000), context: { resources: {} } })
await set.close()
;(await set.closeIfGeneration(set.generation)) satisfies boolean
// @ts-expect-error no logger
await registry.setupAll({ logger: 7 })

registry.on('plugin', ({ id, status }) => [id satisfies string, status === 'ready'])
registry.on('activate', ({ set }) => set.size satisfies number)

class Typed implements Plugin {
  setup(context: PluginContext & { config: { key: string } }) {
    context.config.key satisfies string
    context.logger.info(context.metadata.license)
    context.registry.getPlugin('any', 'thing').instance.anything()
    return fetch('https://example.org', { signal: context.signal })
  }
}
registerPlugin(registry, 'mine', 'typed', Typed, { priority: 1, dependsOn: ['llm:local'] })
await overridePlugin(registry, 'mine', 'typed', new Typed())
// @ts-expect-error setup is a method
registerPlugin(registry, 'mine', 'wrong', { setup: 7 })

// Wherever a registry of any plugins is wanted, this one will do.
const loose: Registry = registry
loose.getPlugin('whatever', 'you').instance.like()
createRegistry<object, PluginMap>([], {}, { plugins: pluginHost([], {}) }).getPlugin('llm', 'remote')

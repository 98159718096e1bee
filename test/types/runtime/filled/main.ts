import { catalog, type ModuleId, type ModuleMap, type PluginMap, registry } from 'virtual:module-registry'
import { catalog as same } from 'virtual:module-registry/catalog'
import { createRegistry, defineCatalog, type Registry } from 'unplugin-module-registry/runtime'
import type { Add } from './extensions/modules.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function type<T>() {
  return { is: <U>(equal: Equal<T, U>) => equal }
}

type<ModuleId>().is<'box.any' | 'constructor' | 'greet' | 'math.add' | 'net.fetch' | 'plain.script'>(true)

const add = await registry.get('math.add')
type<typeof add>().is<Add>(true)
const fetcher = await registry.get('net.fetch')
fetcher.retries satisfies number
const greeting = await registry.get('greet')
greeting.tags[0] satisfies 'nice'

const sum = await registry.call('math.add', { a: 1, b: 2 })
type<typeof sum>().is<number>(true)
const response = await registry.call('net.fetch', 'https://example.org', { user: 'ada' })
type<typeof response>().is<Response>(true)
const pong = await registry.call('constructor', {})
type<typeof pong>().is<'pong'>(true)
const text = await registry.call('greet', { name: 'Ada' })
type<typeof text>().is<string>(true)
const boxed = await registry.call('box.any', 7)
type<typeof boxed>().is<unknown[]>(true)
await registry.call('plain.script', { anything: true })

// @ts-expect-error a wrong ID
await registry.get('math.ad')
// @ts-expect-error a wrong ID
await registry.load('nope')
// @ts-expect-error a wrong ID
registry.describe('nope')
// @ts-expect-error a wrong ID
await registry.call('nope', {})
// @ts-expect-error a missing input
await registry.call('math.add', { a: 1 })
// @ts-expect-error a wrong input
await registry.call('net.fetch', 7)
// @ts-expect-error a wrong signal
await registry.call('net.fetch', 'https://example.org', { signal: 7 })

const id: string = 'some.id'
// @ts-expect-error any string might be a wrong ID
await registry.get(id)
if (registry.has(id)) {
  type<typeof id>().is<ModuleId>(true)
  await registry.get(id)
} else {
  type<typeof id>().is<string>(true)
}

// What the catalog and the lists name exists.
for (const entry of catalog) await registry.load(entry.id)
for (const entry of same) await registry.load(entry.id)
for (const entry of registry.list({ prefix: 'math' })) await registry.get(entry.id)
for (const known of registry.ids()) await registry.get(known)
// @ts-expect-error entries of other kinds are no modules
for (const entry of registry.list({ kind: 'tool' })) await registry.get(entry.id)

// By hand any ID will do.
registry.register(
  'ephemeral.mine',
  class {
    execute() {}
  },
)
registry.override('mine', { execute: () => 1 })
await registry.unregister('ephemeral.mine')
// @ts-expect-error no module without execute
registry.register('ephemeral.other', { run() {} })

async function run<K extends ModuleId>(key: K): Promise<ModuleMap[K]> {
  return registry.get(key)
}
type<Awaited<ReturnType<typeof run<'math.add'>>>>().is<Add>(true)

// Wherever a registry of any modules is wanted, this one will do.
const loose: Registry = registry
loose.merge(registry)
createRegistry<ModuleMap, PluginMap>(defineCatalog<ModuleId>('[]'), {}) satisfies typeof registry

registry.on('register', ({ id, instance }) => [id satisfies string, instance satisfies object])
const stop: () => void = registry.on('error', ({ error }) => error satisfies unknown)
stop()
// @ts-expect-error no such event
registry.on('load', () => {})

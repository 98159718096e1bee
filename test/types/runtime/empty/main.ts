// A project in which nothing has been generated yet.
import defaultRegistry, { catalog, type ModuleId, registry } from 'virtual:module-registry'
import { catalog as same } from 'virtual:module-registry/catalog'

const first = catalog[0]
if (first) await registry.load(first.id)
same satisfies typeof catalog
defaultRegistry satisfies typeof registry

const anything: ModuleId = 'any.text'
const module = await registry.get(anything)
await module.execute({ loose: true }, { id: 'a', registry, signal: new AbortController().signal })
const result = await registry.call('math.add', { a: 1, b: 2 })
result.whatever

const id: string = 'some.id'
if (registry.has(id)) id.toUpperCase()
else id.toUpperCase()

const plugin = registry.getPlugin('any', 'thing')
plugin.instance?.whatever()
registry.getPlugin('any').name satisfies string
for (const each of registry.plugins('any')) each.status satisfies string
await registry.setupAll()

// @ts-expect-error an entry cannot be written to
if (first) first.id = 'x'
// @ts-expect-error nor the catalog
catalog.push(first!)
// @ts-expect-error IDs are strings
await registry.get(7)

// @ts-expect-error the catalog has no way to an implementation
export { registry as none } from 'virtual:module-registry/catalog'

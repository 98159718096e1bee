import { catalog, type ModuleId, registry } from 'virtual:module-registry'
import { createBench } from './bench.ts'
import { find } from './element.ts'
import { createFinder } from './finder.ts'
import { watchLoadedFiles } from './loaded-files.ts'
import { showPlugins } from './plugins.ts'
import { showTools } from './tools.ts'

const loaded = new Set<string>()
const isLoaded = (id: ModuleId) => loaded.has(id)
const files = watchLoadedFiles()

const bench = createBench({
  isLoaded,
  onCall: (id) => {
    files.callStarted(id)
    registry.getPlugin('feature', 'history').instance?.record(id)
    plugins.refresh()
  },
  onTag: (tag) => finder.query(`#${tag}`),
})

const wanted = decodeURIComponent(location.hash.slice(1))
const first = registry.has(wanted) ? wanted : catalog[0]?.id
const finder = createFinder(first, {
  isLoaded,
  onChoose: (id) => {
    bench.show(id)
    if (id !== undefined) history.replaceState(null, '', `#${id}`)
  },
  onEnter: bench.focus,
})
bench.show(first)

const plugins = showPlugins()
showTools()
files.callStarted('the plugins')
void registry.activate()

registry.on('register', ({ id }) => {
  loaded.add(id)
  finder.refresh()
  summarize()
})
registry.on('unregister', ({ id }) => {
  loaded.delete(id)
  finder.refresh()
  summarize()
})
summarize()

function summarize(): void {
  const used = new Set(catalog.filter(({ id }) => loaded.has(id)).map(({ file }) => file))
  const all = new Set(catalog.map(({ file }) => file))
  find('summary').textContent = `${catalog.length} modules in ${all.size} files, ${used.size} of them loaded`
}

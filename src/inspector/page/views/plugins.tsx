import type { VNode } from 'preact'
import type { InspectedPlugin } from '../../state.ts'
import { RUNTIMES } from '../data/plugin-graph.ts'
import type { Filter } from '../data/search.ts'
import { state } from '../data/store.ts'
import { ListView, makeSearch } from '../parts/list-view.tsx'
import { Badge } from '../parts/section.tsx'
import { Text } from '../parts/text.tsx'
import { PluginDetails } from './plugin-details.tsx'

const search = makeSearch('plugins')

const FILTERS: readonly Filter<InspectedPlugin>[] = [
  { name: 'kind', label: 'Kind', valuesOf: ({ entry }) => [entry.pluginKind] },
  { name: 'runtime', label: 'Runtime', valuesOf: ({ entry }) => [entry.runtime] },
  { name: 'scope', label: 'Scope', valuesOf: ({ entry }) => [entry.scope] },
  { name: 'status', label: 'Status', valuesOf: ({ status }) => [status] },
]

/** All plugins. */
export function Plugins(): VNode {
  return (
    <ListView
      view="plugins"
      nouns={['plugin', 'plugins']}
      items={state.value?.plugins ?? []}
      filters={FILTERS}
      search={search}
      none={<p>No plugins. A plugin is a folder with a dagstack.toml below your plugins folder.</p>}
      keyOf={({ entry }) => entry.id}
      partsOf={({ entry }) => [
        entry.id,
        entry.folder,
        entry.runtime,
        entry.metadata.description,
        ...(entry.tools ?? []).flatMap((tool) => [tool.module, tool.name]),
      ]}
      row={(plugin) => <Row plugin={plugin} />}
      details={(plugin) => <PluginDetails key={plugin.entry.id} plugin={plugin} />}
    />
  )
}

function Row({ plugin: { entry, status } }: { readonly plugin: InspectedPlugin }): VNode {
  return (
    <>
      <span class="row-main">
        <span class="row-id">
          <Text>{entry.id}</Text>
        </span>
        {status === 'invalid' && <Badge tone="bad">invalid</Badge>}
      </span>
      <span class="row-more">
        {RUNTIMES[entry.runtime]} · <Text>{entry.folder}</Text>
      </span>
    </>
  )
}

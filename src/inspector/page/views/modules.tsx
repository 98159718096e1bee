import type { VNode } from 'preact'
import type { InspectedModule } from '../../state.ts'
import type { Filter } from '../data/search.ts'
import { state } from '../data/store.ts'
import { ListView, makeSearch } from '../parts/list-view.tsx'
import { Badge } from '../parts/section.tsx'
import { Text } from '../parts/text.tsx'
import { ModuleDetails } from './module-details.tsx'

const search = makeSearch('modules')

const FILTERS: readonly Filter<InspectedModule>[] = [
  { name: 'scope', label: 'Scope', valuesOf: ({ entry }) => [entry.scope] },
  { name: 'origin', label: 'Origin', valuesOf: ({ entry }) => [entry.origin] },
  { name: 'tag', label: 'Tag', valuesOf: ({ entry }) => entry.tags ?? [] },
  { name: 'unresolved', label: 'Unresolved', valuesOf: ({ entry }) => Object.keys(entry.unresolved ?? {}) },
  { name: 'load', label: 'Load', valuesOf: ({ entry }) => [entry.load] },
]

/** All modules. */
export function Modules(): VNode {
  return (
    <ListView
      view="modules"
      nouns={['module', 'modules']}
      items={state.value?.modules ?? []}
      filters={FILTERS}
      search={search}
      none={
        <p>
          No modules yet. Put a file with a module class into your extensions folder, and it is here at once.
        </p>
      }
      keyOf={({ entry }) => entry.id}
      partsOf={({ entry }) => [
        entry.id,
        entry.className,
        entry.file,
        entry.description,
        ...(entry.tags ?? []),
      ]}
      row={(module) => <Row module={module} />}
      details={(module) => <ModuleDetails key={module.entry.id} module={module} />}
    />
  )
}

function Row({ module: { entry, shadows } }: { readonly module: InspectedModule }): VNode {
  return (
    <>
      <span class="row-main">
        <span class="row-id">
          <Text>{entry.id}</Text>
        </span>
        {entry.unresolved !== undefined && <Badge tone="warn">unresolved</Badge>}
        {shadows.length > 0 && <Badge>hides {shadows.length}</Badge>}
      </span>
      <span class="row-more">
        <Text>{entry.description ?? entry.file}</Text>
      </span>
    </>
  )
}

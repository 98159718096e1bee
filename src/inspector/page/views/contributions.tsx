import type { VNode } from 'preact'
import type { InspectedContribution } from '../../state.ts'
import type { Filter } from '../data/search.ts'
import { state } from '../data/store.ts'
import { ListView, makeSearch } from '../parts/list-view.tsx'
import { PlaceLink } from '../parts/place-link.tsx'
import { Badge, Fact, Section } from '../parts/section.tsx'
import { Shadows } from '../parts/shadows.tsx'
import { DetailsHeading } from '../parts/split-view.tsx'
import { Block, Code, Text } from '../parts/text.tsx'

const search = makeSearch('contributions')

const FILTERS: readonly Filter<InspectedContribution>[] = [
  { name: 'kind', label: 'Kind', valuesOf: ({ kind }) => [kind] },
  { name: 'scope', label: 'Scope', valuesOf: ({ scope }) => [scope] },
  { name: 'origin', label: 'Origin', valuesOf: ({ origin }) => (origin === undefined ? [] : [origin]) },
  { name: 'hides', label: 'Hides', valuesOf: ({ shadows }) => [shadows.length > 0 ? 'others' : 'none'] },
]

/** What is contributed that is neither a module nor a plugin. */
export function Contributions(): VNode {
  return (
    <ListView
      view="contributions"
      nouns={['contribution', 'contributions']}
      items={state.value?.contributions ?? []}
      filters={FILTERS}
      search={search}
      none={<p>Nothing but modules and plugins. Contributors of your own can add other kinds.</p>}
      keyOf={({ kind, id }) => `${kind}/${id}`}
      partsOf={({ kind, id, file, origin, payload }) => [kind, id, file, origin, payload]}
      row={(one) => <Row one={one} />}
      details={(one) => <Details key={`${one.kind}/${one.id}`} one={one} />}
    />
  )
}

function Row({ one }: { readonly one: InspectedContribution }): VNode {
  return (
    <>
      <span class="row-main">
        <span class="row-id">
          <Text>{one.id}</Text>
        </span>
        {one.shadows.length > 0 && <Badge>hides {one.shadows.length}</Badge>}
      </span>
      <span class="row-more">
        <Text>{[one.kind, one.scope, one.file ?? one.origin].filter(Boolean).join(' · ')}</Text>
      </span>
    </>
  )
}

function Details({ one }: { readonly one: InspectedContribution }): VNode {
  return (
    <article>
      <DetailsHeading text={one.id} kind={one.kind} code />
      {one.file !== undefined && (
        <div class="line">
          <PlaceLink place={{ file: one.file }} />
        </div>
      )}
      <Section title="Facts">
        <dl class="fact-list">
          <Fact name="Kind">
            <Code>{one.kind}</Code>
          </Fact>
          <Fact name="Scope">
            <Code>{one.scope}</Code>
          </Fact>
          <Fact name="Origin">{one.origin !== undefined && <Code>{one.origin}</Code>}</Fact>
          <Fact name="Priority">{one.priority}</Fact>
        </dl>
      </Section>
      {one.payload !== undefined && (
        <Section title="Payload">
          <Block text={one.payload} label="Payload" />
        </Section>
      )}
      <Shadows shadows={one.shadows} />
    </article>
  )
}

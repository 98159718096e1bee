import type { VNode } from 'preact'
import type { InspectedPlugin } from '../../state.ts'
import { RUNTIMES } from '../data/plugin-graph.ts'
import { hrefOf } from '../data/route.ts'
import { state } from '../data/store.ts'
import { PlaceLink } from '../parts/place-link.tsx'
import { Badge, Fact, Section } from '../parts/section.tsx'
import { DetailsHeading } from '../parts/split-view.tsx'
import { Code, Json, Text } from '../parts/text.tsx'
import { Problems } from './module-details.tsx'

/** Everything that is known of a plugin. */
export function PluginDetails({
  plugin: { entry, place, status },
}: {
  readonly plugin: InspectedPlugin
}): VNode {
  const { description } = entry.metadata
  return (
    <article>
      <DetailsHeading text={entry.id} code />
      {typeof description === 'string' && (
        <p class="lead">
          <Text>{description}</Text>
        </p>
      )}
      <div class="line">
        <Badge tone={status === 'ready' ? 'good' : 'bad'}>
          {status === 'ready' ? '✓ ready to be set up' : '✕ invalid'}
        </Badge>
        <PlaceLink place={place} />
        {entry.file !== undefined && <PlaceLink place={{ file: entry.file }} />}
      </div>
      <Problems file={place.file} />
      <Facts entry={entry} />
      <Dependencies entry={entry} />
      <Resources entry={entry} />
      <Tools entry={entry} />
      <Launch entry={entry} />
      {Object.keys(entry.metadata).length > 0 && (
        <Section title="Metadata">
          <Json value={entry.metadata} label="Metadata" />
        </Section>
      )}
    </article>
  )
}

function Facts({ entry }: Pick<InspectedPlugin, 'entry'>): VNode {
  return (
    <Section title="Facts">
      <dl class="fact-list">
        <Fact name="Kind">
          <Code>{entry.pluginKind}</Code>
        </Fact>
        <Fact name="Name">
          <Code>{entry.name}</Code>
        </Fact>
        <Fact name="Version">{entry.version !== undefined && <Code>{entry.version}</Code>}</Fact>
        <Fact name="Runs">{RUNTIMES[entry.runtime]}</Fact>
        <Fact name="Priority">{entry.priority}</Fact>
        <Fact name="Scope">
          <Code>{entry.scope}</Code>
        </Fact>
        <Fact name="Origin">
          <Code>{entry.origin}</Code>
        </Fact>
        <Fact name="Time limits">
          {entry.startupTimeoutSec} s to set up, {entry.teardownTimeoutSec} s to tear down
        </Fact>
      </dl>
    </Section>
  )
}

function Dependencies({ entry }: Pick<InspectedPlugin, 'entry'>): VNode {
  const plugins = state.value?.plugins ?? []
  const dependents = plugins
    .filter((one) => one.entry.dependsOn.includes(entry.id))
    .map((one) => one.entry.id)
  return (
    <Section title="Dependencies">
      <dl class="fact-list">
        <Fact name="Needs first">
          <PluginLinks ids={entry.dependsOn} />
        </Fact>
        <Fact name="Needed by">
          <PluginLinks ids={dependents} />
        </Fact>
      </dl>
    </Section>
  )
}

/** Plugins by their IDs, as links where they are known. */
export function PluginLinks({ ids }: { readonly ids: readonly string[] }): VNode {
  const known = new Set((state.value?.plugins ?? []).map(({ entry }) => entry.id))
  if (ids.length === 0) return <>none</>
  return (
    <ul class="inline">
      {ids.map((id) => (
        <li key={id}>
          {known.has(id) ? (
            <a href={hrefOf('plugins', id)}>
              <Code>{id}</Code>
            </a>
          ) : (
            <>
              <Code>{id}</Code> <span class="note">(from the application)</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Resources({ entry: { resources } }: Pick<InspectedPlugin, 'entry'>): VNode | null {
  if (resources.required.length + resources.optional.length === 0) return null
  return (
    <Section title="Resources">
      <dl class="fact-list">
        {(['required', 'optional'] as const).map((name) => (
          <Fact key={name} name={name === 'required' ? 'Required' : 'Optional'}>
            {resources[name].length === 0 ? 'none' : <Code>{resources[name].join(', ')}</Code>}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

function Tools({ entry: { tools = [] } }: Pick<InspectedPlugin, 'entry'>): VNode | null {
  if (tools.length === 0) return null
  return (
    <Section title="Tools">
      <ul class="entries">
        {tools.map(({ id, module, name, description }) => (
          <li key={id}>
            <a href={hrefOf('modules', module)}>
              <Code>{module}</Code>
            </a>{' '}
            <Text>{name}</Text>
            {description !== undefined && (
              <p class="note">
                <Text>{description}</Text>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** How it is started, as far as a page may know: names of variables without their values. */
function Launch({ entry }: Pick<InspectedPlugin, 'entry'>): VNode | null {
  if (entry.runtime === 'in_process') return null
  const { command = [], args = [], env, envPass, cwd, url, artifact, limits, grants, sandbox, routes } = entry
  const line = [...command, ...args].join(' ')
  const variables = [...Object.keys(env ?? {}), ...(envPass ?? [])].join(', ')
  const more = Object.entries({ artifact, limits, grants, sandbox, routes }).filter(
    ([, value]) => value !== undefined,
  )
  return (
    <Section title="How it is started">
      <dl class="fact-list">
        <Fact name="Command">{line !== '' && <Code>{line}</Code>}</Fact>
        <Fact name="URL">{url !== undefined && <Code>{url}</Code>}</Fact>
        <Fact name="Folder">{cwd !== undefined && <Code>{cwd}</Code>}</Fact>
        <Fact name="Variables">{variables !== '' && <Code>{variables}</Code>}</Fact>
      </dl>
      {more.length > 0 && <Json value={Object.fromEntries(more)} label="More of how it is started" />}
    </Section>
  )
}

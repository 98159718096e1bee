import type { VNode } from 'preact'
import type { InspectedModule, InspectedProblem } from '../../state.ts'
import { hrefOf } from '../data/route.ts'
import { state } from '../data/store.ts'
import { TryIt } from '../form/try-it.tsx'
import { PlaceLink } from '../parts/place-link.tsx'
import { SchemaView } from '../parts/schema-view.tsx'
import { Badge, Fact, Section } from '../parts/section.tsx'
import { Shadows } from '../parts/shadows.tsx'
import { DetailsHeading } from '../parts/split-view.tsx'
import { Block, Code, Json, Text } from '../parts/text.tsx'

/** Everything that is known of a module. */
export function ModuleDetails({ module }: { readonly module: InspectedModule }): VNode {
  const { entry, place, shadows } = module
  return (
    <article>
      <DetailsHeading text={entry.id} code />
      {entry.description === undefined ? (
        <p class="note">
          {entry.unresolved?.description === undefined
            ? 'No description.'
            : 'The description cannot be read; see below.'}
        </p>
      ) : (
        <p class="lead">
          <Text>{entry.description}</Text>
          {entry.descriptionFrom === 'comment' && <span class="note"> (from the doc comment)</span>}
        </p>
      )}
      <div class="line">
        {place.file !== '' && <PlaceLink place={place} />}
        <Badge>{entry.load}</Badge>
        {(entry.tags ?? []).map((tag) => (
          <Badge key={tag}>
            <Text>{tag}</Text>
          </Badge>
        ))}
      </div>
      <Problems file={place.file} />
      <Facts entry={entry} />
      <Steps module={module} />
      <Unresolved entry={entry} />
      {entry.inputSchema !== undefined && (
        <SchemaView title="Inputs" schema={entry.inputSchema} from={source(entry.inputSchemaFrom)} />
      )}
      {entry.outputSchema !== undefined && (
        <SchemaView title="Output" schema={entry.outputSchema} from={source(entry.outputSchemaFrom)} />
      )}
      <More entry={entry} />
      <Shadows shadows={shadows} />
      <TryIt entry={entry} />
    </article>
  )
}

function source(from: 'types' | undefined): string {
  return from === 'types' ? 'From the types of execute.' : 'As written in the module.'
}

function Facts({ entry }: Pick<InspectedModule, 'entry'>): VNode {
  const { className, exportName, scope, origin, load, version } = entry
  return (
    <Section title="Facts">
      <dl class="fact-list">
        <Fact name="Class">
          <Code>{className}</Code>
        </Fact>
        <Fact name="Export">
          <Code>{exportName}</Code>
        </Fact>
        <Fact name="Scope">
          <Code>{scope}</Code>
        </Fact>
        <Fact name="Origin">
          <Code>{origin}</Code>
        </Fact>
        <Fact name="Loaded">{load === 'lazy' ? 'at its first use' : 'with the registry'}</Fact>
        <Fact name="Version">{version !== undefined && <Code>{version}</Code>}</Fact>
      </dl>
    </Section>
  )
}

function Steps({ module }: { readonly module: InspectedModule }): VNode {
  return (
    <Section title="How the ID came about">
      <ol class="steps">
        {module.steps.map(({ title, value, note }, index) => (
          <li key={`${index} ${title}`}>
            <span class="step-title">
              <Text>{title}</Text>
            </span>
            <Code>{value}</Code>
            {note !== undefined && (
              <span class="note">
                <Text>{note}</Text>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Unresolved({ entry: { unresolved } }: Pick<InspectedModule, 'entry'>): VNode | null {
  const fields = Object.entries(unresolved ?? {})
  if (fields.length === 0) return null
  return (
    <Section title="Not known without running it">
      <ul class="entries">
        {fields.map(([name, { reason, file, line, column }]) => (
          <li key={name}>
            <p>
              <strong>
                <Code>{name}</Code>
              </strong>{' '}
              <Text>{reason}</Text>
            </p>
            <PlaceLink place={{ file, line, column }} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function More({ entry }: Pick<InspectedModule, 'entry'>): VNode {
  const { documentation, annotations, examples, metadata } = entry
  const rest = { Annotations: annotations, Examples: examples, Metadata: metadata }
  return (
    <>
      {documentation !== undefined && (
        <Section title="Documentation">
          <Block text={documentation} label="Documentation" />
        </Section>
      )}
      {Object.entries(rest).map(([title, value]) =>
        value === undefined ? null : (
          <Section key={title} title={title}>
            <p class="note">As written in the module.</p>
            <Json value={value} label={title} />
          </Section>
        ),
      )}
    </>
  )
}

/** The problems of a file, as links. */
export function Problems({ file }: { readonly file: string }): VNode | null {
  const problems = (state.value?.problems ?? []).filter(({ diagnostic }) => isAbout(diagnostic, file))
  if (problems.length === 0) return null
  return (
    <ul class="entries problems-here" aria-label="Problems of this file">
      {problems.map(({ key, diagnostic: { severity, message } }) => (
        <li key={key}>
          <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{severity}</Badge>{' '}
          <a href={hrefOf('problems', key)}>
            <Text>{message}</Text>
          </a>
        </li>
      ))}
    </ul>
  )
}

function isAbout({ file, related }: InspectedProblem['diagnostic'], asked: string): boolean {
  return file === asked || related.some((place) => place.file === asked)
}

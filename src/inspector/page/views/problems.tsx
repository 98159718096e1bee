import type { VNode } from 'preact'
import type { InspectedProblem } from '../../state.ts'
import { showDetails } from '../data/focus.ts'
import { groupProblems } from '../data/problem-groups.ts'
import { hrefOf, route } from '../data/route.ts'
import { count, counts, state } from '../data/store.ts'
import { PlaceLink } from '../parts/place-link.tsx'
import { Badge, Section } from '../parts/section.tsx'
import { DetailsHeading, Empty, SplitView } from '../parts/split-view.tsx'
import { Code, Text } from '../parts/text.tsx'

/** What is wrong, by file. */
export function Problems(): VNode {
  const problems = state.value?.problems ?? []
  const { id } = route.value
  const open = problems.find(({ key }) => key === id)
  const { errors, warnings } = counts.value
  const list = (
    <>
      <p class="found" role="status">
        {problems.length === 0 ? 'No problems' : `${count(errors, 'error')}, ${count(warnings, 'warning')}`}
      </p>
      {problems.length === 0 && <div class="no-rows">Every file that is read is fine.</div>}
      <div class="problem-list">
        {groupProblems(problems).map(({ file, problems: some }) => (
          <section key={file ?? ''}>
            <h3>{file === undefined ? 'The project' : <Text>{file}</Text>}</h3>
            <ul>
              {some.map((problem) => (
                <Row key={problem.key} problem={problem} isOpen={problem.key === id} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
  return (
    <SplitView view="problems" noun="problems" list={list} details={detailsOf(open, id, problems.length)} />
  )
}

function detailsOf(open: InspectedProblem | undefined, id: string | undefined, all: number): VNode | null {
  if (open !== undefined) return <Details key={open.key} problem={open} />
  if (id !== undefined) {
    return (
      <Empty title="This problem is gone">
        <p>It has been solved, or it has moved, since the link was made.</p>
      </Empty>
    )
  }
  return all === 0 ? null : <Empty title="Choose a problem" />
}

function Row({ problem, isOpen }: { readonly problem: InspectedProblem; readonly isOpen: boolean }): VNode {
  const { key, diagnostic } = problem
  return (
    <li>
      <a
        class="row"
        href={hrefOf('problems', key)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={showDetails}
        onKeyDown={walk}
      >
        <span class="row-main">
          <SeverityBadge problem={problem} />
          <span class="code">{diagnostic.code}</span>
        </span>
        <span class="row-message">
          <Text>{diagnostic.message}</Text>
        </span>
      </a>
    </li>
  )
}

/** Arrow keys walk the list. */
function walk(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...document.querySelectorAll<HTMLElement>('.problem-list a')]
  rows[rows.indexOf(event.currentTarget) + step]?.focus()
  event.preventDefault()
}

function SeverityBadge({ problem }: { readonly problem: InspectedProblem }): VNode {
  const isError = problem.diagnostic.severity === 'error'
  return <Badge tone={isError ? 'bad' : 'warn'}>{isError ? '✕ error' : '! warning'}</Badge>
}

function Details({ problem }: { readonly problem: InspectedProblem }): VNode {
  const { code, message, hint, file, line, column, related } = problem.diagnostic
  return (
    <article>
      <div class="line above">
        <SeverityBadge problem={problem} />
        <Code>{code}</Code>
      </div>
      <DetailsHeading text={message} />
      {file !== undefined && (
        <div class="line">
          <PlaceLink place={{ file, ...placeIn(line, column) }} />
        </div>
      )}
      {hint !== undefined && (
        <Section title="What to do">
          <p class="hint">
            <Text>{hint}</Text>
          </p>
        </Section>
      )}
      {related.length > 0 && (
        <Section title="Also involved">
          <ul class="entries">
            {related.map((place) => (
              <li key={`${place.file}:${place.line}:${place.column} ${place.message}`}>
                <p>
                  <Text>{place.message}</Text>
                </p>
                <PlaceLink place={{ file: place.file, ...placeIn(place.line, place.column) }} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </article>
  )
}

function placeIn(line: number | undefined, column: number | undefined): { line?: number; column?: number } {
  return { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) }
}

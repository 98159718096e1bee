import { useComputed, useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { layOutPlugins, RUNTIMES } from '../data/plugin-graph.ts'
import { hrefOf } from '../data/route.ts'
import { state } from '../data/store.ts'
import { Badge } from '../parts/section.tsx'
import { Empty } from '../parts/split-view.tsx'
import { Code, Text } from '../parts/text.tsx'
import { Drawing } from './graph-drawing.tsx'
import { PluginLinks } from './plugin-details.tsx'

/** The steps of the zoom. */
const ZOOMS = [0.4, 0.55, 0.75, 1, 1.35, 1.8, 2.4]

/** What depends on what: drawn, and as a table. */
export function PluginGraphView(): VNode {
  const graph = useComputed(() => layOutPlugins(state.value?.plugins ?? []))
  const step = useSignal(3)
  const { nodes, leftOut } = graph.value
  if (nodes.length === 0) {
    return (
      <div class="card page">
        <Empty title="There are no plugins to draw" />
      </div>
    )
  }
  const zoomBy = (by: number): void => {
    step.value = Math.min(ZOOMS.length - 1, Math.max(0, step.value + by))
  }
  return (
    <div class="card page graph">
      <div class="part-head">
        <h2>What needs what</h2>
        <fieldset class="zoom">
          <legend class="visually-hidden">Zoom</legend>
          <button
            type="button"
            class="small"
            aria-label="Zoom out"
            disabled={step.value === 0}
            onClick={() => zoomBy(-1)}
          >
            −
          </button>
          <output aria-live="polite">{Math.round(ZOOMS[step.value]! * 100)} %</output>
          <button
            type="button"
            class="small"
            aria-label="Zoom in"
            disabled={step.value === ZOOMS.length - 1}
            onClick={() => zoomBy(1)}
          >
            +
          </button>
        </fieldset>
      </div>
      <p class="note">
        An arrow goes from a plugin to one that can only be set up after it. The shape says where it runs, the
        stripe which kind it is.
      </p>
      <Drawing graph={graph.value} zoom={ZOOMS[step.value]!} />
      {leftOut > 0 && <p class="note">{leftOut} more that need nothing are in the table only.</p>}
      <Legend />
      <Table />
    </div>
  )
}

function Legend(): VNode {
  return (
    <ul class="legend" aria-label="Shapes">
      <li>
        <Shape round={1} /> in the application
      </li>
      <li>
        <Shape round={5} /> process of its own, or an MCP server
      </li>
      <li>
        <Shape round={1} dash="3 2" /> provided by the application
      </li>
      <li>✓ ready</li>
      <li>✕ invalid</li>
    </ul>
  )
}

/** A node of the drawing, small. Few fonts have signs for all of them. */
function Shape({ round, dash }: { readonly round: number; readonly dash?: string }): VNode {
  return (
    <svg aria-hidden="true" width="18" height="12" viewBox="0 0 18 12">
      <rect x="1" y="1" width="16" height="10" rx={round} stroke-dasharray={dash} />
    </svg>
  )
}

function Table(): VNode {
  return (
    <div class="table">
      <table>
        <caption>The same as a table</caption>
        <thead>
          <tr>
            <th scope="col">Plugin</th>
            <th scope="col">Kind</th>
            <th scope="col">Runs</th>
            <th scope="col">Status</th>
            <th scope="col">Needs first</th>
          </tr>
        </thead>
        <tbody>
          {(state.value?.plugins ?? []).map(({ entry, status }) => (
            <tr key={entry.id}>
              <th scope="row">
                <a href={hrefOf('plugins', entry.id)}>
                  <Code>{entry.id}</Code>
                </a>
              </th>
              <td>
                <Text>{entry.pluginKind}</Text>
              </td>
              <td>{RUNTIMES[entry.runtime]}</td>
              <td>
                <Badge tone={status === 'ready' ? 'good' : 'bad'}>
                  {status === 'ready' ? '✓ ready' : '✕ invalid'}
                </Badge>
              </td>
              <td>
                <PluginLinks ids={entry.dependsOn} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

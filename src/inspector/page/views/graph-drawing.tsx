import type { VNode } from 'preact'
import {
  type GraphEdge,
  type GraphNode,
  NODE_HEIGHT,
  type PluginGraph,
  RUNTIMES,
  shortId,
} from '../data/plugin-graph.ts'
import { hrefOf } from '../data/route.ts'
import { visibleText } from '../data/visible-text.ts'

/** Plugins as a drawing that scrolls by itself. Each node is a link. */
export function Drawing({ graph, zoom }: { readonly graph: PluginGraph; readonly zoom: number }): VNode {
  const { nodes, edges, width, height } = graph
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys
    <section class="drawing" tabIndex={0} aria-label="Drawing of the plugins">
      <svg width={width * zoom} height={height * zoom} viewBox={`0 0 ${width} ${height}`}>
        <title>Plugins and what they need</title>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" class="arrow" />
          </marker>
        </defs>
        {edges.map((edge) => (
          <path key={`${edge.from} ${edge.to}`} class="edge" d={pathOf(edge)} marker-end="url(#arrow)" />
        ))}
        {nodes.map((node) => (
          <Node key={node.id} node={node} />
        ))}
      </svg>
    </section>
  )
}

function Node({ node }: { readonly node: GraphNode }): VNode {
  const { id, x, y, width, plugin, colour } = node
  const status = plugin?.status ?? 'provided'
  const label = visibleText(shortId(id))
  const shape = (
    <g class={`node ${status}`} transform={`translate(${x - width / 2} ${y - NODE_HEIGHT / 2})`}>
      <rect class="shape" width={width} height={NODE_HEIGHT} rx={radiusOf(node)} />
      {plugin !== undefined && (
        <rect
          class={`stripe colour-${colour}`}
          x="18"
          y={NODE_HEIGHT - 6}
          width={width - 36}
          height="4"
          rx="2"
        />
      )}
      <text class="node-id" x={width / 2} y="24">
        {label}
      </text>
      <text class="node-status" x={width / 2} y="41">
        {STATUS[status]}
      </text>
    </g>
  )
  if (plugin === undefined) return shape
  const { pluginKind, runtime } = plugin.entry
  const name = `${visibleText(id)}: ${visibleText(pluginKind)}, ${RUNTIMES[runtime]}, ${status}`
  return (
    <a href={hrefOf('plugins', id)} aria-label={name}>
      {shape}
    </a>
  )
}

const STATUS = { ready: '✓ ready', invalid: '✕ invalid', provided: 'from the application' }

/** What runs elsewhere is round. */
function radiusOf({ plugin }: GraphNode): number {
  return plugin === undefined || plugin.entry.runtime === 'in_process' ? 6 : NODE_HEIGHT / 2
}

/** A soft line through the points. */
function pathOf({ points }: GraphEdge): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${first.x} ${first.y}`]
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1]
    if (next === undefined) parts.push(`L${point.x} ${point.y}`)
    else parts.push(`Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`)
  }
  return parts.join('')
}

import { Graph, layout } from '@dagrejs/dagre'
import type { InspectedPlugin } from '../../state.ts'

/** Where a plugin runs, in words. */
export const RUNTIMES: Readonly<Record<InspectedPlugin['entry']['runtime'], string>> = {
  in_process: 'in the application',
  process: 'process of its own',
  mcp_stdio: 'MCP server, started',
  mcp_http: 'MCP server, over HTTP',
}

/** A plugin in the drawing; its place is that of its middle. */
export interface GraphNode {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** Absent for what the application provides. */
  readonly plugin: InspectedPlugin | undefined
  /** Which of the colours its kind has. */
  readonly colour: number
}

/** An arrow from a plugin to one that needs it. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** A drawing of plugins. */
export interface PluginGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly width: number
  readonly height: number
  /** How many plugins without dependencies were left out. */
  readonly leftOut: number
}

export const NODE_HEIGHT = 56

/** How many colours there are for kinds. */
const COLOURS = 6

/** More are not drawn: it would take seconds, and nobody could read it. */
const LIMIT = 300

const GAP = 24

/** Lays out plugins from left to right: what has to be ready first is on the left. */
export function layOutPlugins(plugins: readonly InspectedPlugin[]): PluginGraph {
  const byId = new Map(plugins.map((plugin) => [plugin.entry.id, plugin]))
  const pairs = plugins.flatMap(({ entry }) => entry.dependsOn.map((from) => ({ from, to: entry.id })))
  const linked = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))].slice(0, LIMIT)
  const drawn = new Set(linked)
  const kinds = [...new Set(plugins.map(({ entry }) => entry.pluginKind))].sort()
  const nodeOf = (id: string, x: number, y: number): GraphNode => {
    const plugin = byId.get(id)
    const colour = plugin === undefined ? 0 : kinds.indexOf(plugin.entry.pluginKind) % COLOURS
    return { id, x, y, width: widthOf(id), plugin, colour }
  }

  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: 56, marginx: GAP, marginy: GAP })
  for (const id of linked) graph.setNode(id, { width: widthOf(id), height: NODE_HEIGHT })
  const edges = pairs.filter(({ from, to }) => drawn.has(from) && drawn.has(to))
  for (const { from, to } of edges) graph.setEdge(from, to, {})
  if (linked.length > 0) layout(graph)

  const { width = 0, height = 0 } =
    linked.length > 0 ? (graph.graph() as { width?: number; height?: number }) : {}
  const nodes = linked.map((id) => {
    const { x, y } = graph.node(id) as { x: number; y: number }
    return nodeOf(id, x, y)
  })
  const alone = plugins.map(({ entry }) => entry.id).filter((id) => !drawn.has(id))
  const grid = layOutGrid(alone.slice(0, LIMIT), Math.max(width, 720), height + GAP)
  return {
    nodes: [...nodes, ...grid.places.map(({ id, x, y }) => nodeOf(id, x, y))],
    edges: edges.map(({ from, to }) => ({
      ...{ from, to },
      points: (graph.edge(from, to) as { points: GraphEdge['points'] }).points,
    })),
    width: Math.max(width, grid.width),
    height: Math.max(grid.height, height),
    leftOut: Math.max(0, alone.length - LIMIT),
  }
}

/** Puts what is linked to nothing into lines below the rest. */
function layOutGrid(
  ids: readonly string[],
  width: number,
  top: number,
): { places: { id: string; x: number; y: number }[]; width: number; height: number } {
  const places: { id: string; x: number; y: number }[] = []
  let [left, y, right] = [GAP, top + NODE_HEIGHT / 2, 0]
  for (const id of ids) {
    const own = widthOf(id)
    if (left > GAP && left + own > width) {
      left = GAP
      y += NODE_HEIGHT + GAP
    }
    places.push({ id, x: left + own / 2, y })
    left += own + GAP
    right = Math.max(right, left)
  }
  return { places, width: right, height: ids.length === 0 ? 0 : y + NODE_HEIGHT / 2 + GAP }
}

/** Wide enough for an ID; long ones are cut off. */
function widthOf(id: string): number {
  return Math.min(300, Math.max(150, shortId(id).length * 7.6 + 40))
}

/** As much of an ID as a node has room for. */
export function shortId(id: string): string {
  return id.length <= 34 ? id : `${id.slice(0, 33)}…`
}

import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { compareText } from '../../util/compare.ts'

/** A plugin in the graph. */
interface GraphNode {
  /** `<kind>:<name>`, or the name of a plugin that the application provides. */
  readonly id: string
  /** Whether the build has it; if not, the application registers it by hand. */
  readonly found: boolean
  readonly runtime?: string
  readonly folder?: string
}

/** What a plugin needs: `to` must be ready before `from`. */
interface GraphEdge {
  readonly from: string
  readonly to: string
}

/** Plugins and what they need. */
export interface PluginGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** Makes the graph of plugins. It depends on nothing but them: nodes and edges are sorted by ID. */
export function pluginGraph(plugins: readonly PluginEntry[]): PluginGraph {
  const found = new Set(plugins.map(({ id }) => id))
  const named = new Set(plugins.flatMap(({ dependsOn }) => dependsOn))
  const provided = [...named].filter((id) => !found.has(id)).map((id) => ({ id, found: false }))
  const nodes: GraphNode[] = plugins.map(({ id, runtime, folder }) => ({ id, found: true, runtime, folder }))
  const edges = plugins.flatMap(({ id, dependsOn }) => dependsOn.map((to) => ({ from: id, to })))
  return {
    nodes: [...nodes, ...provided].sort((a, b) => compareText(a.id, b.id)),
    edges: edges.sort((a, b) => compareText(a.from, b.from) || compareText(a.to, b.to)),
  }
}

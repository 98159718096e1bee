import { visible } from '../../diagnostics/visible.ts'
import type { PluginGraph } from './plugin-graph.ts'

/** Prints a graph for Mermaid. Names are nothing but text in it. */
export function toMermaid({ nodes, edges }: PluginGraph): string {
  const names = namesOf(nodes)
  return [
    'flowchart LR',
    ...nodes.map(({ id, found }) => {
      const label = `"${mermaidText(id)}"`
      return `  ${names.get(id)}${found ? `[${label}]` : `([${label}])`}`
    }),
    ...edges.map(({ from, to }) => `  ${names.get(from)} --> ${names.get(to)}`),
  ].join('\n')
}

/** Prints a graph for Graphviz. */
export function toDot({ nodes, edges }: PluginGraph): string {
  const names = namesOf(nodes)
  return [
    'digraph plugins {',
    '  rankdir=LR',
    '  node [shape=box]',
    ...nodes.map(({ id, found }) => {
      const style = found ? '' : ', style=dashed'
      return `  ${names.get(id)} [label="${dotText(id)}"${style}]`
    }),
    ...edges.map(({ from, to }) => `  ${names.get(from)} -> ${names.get(to)}`),
    '}',
  ].join('\n')
}

/** Short names that are no keyword in either language. */
function namesOf(nodes: PluginGraph['nodes']): Map<string, string> {
  return new Map(nodes.map(({ id }, index) => [id, `p${index}`]))
}

/** Whatever could mean something to Mermaid, or to the page that shows it, is written as the number of its character. */
function mermaidText(text: string): string {
  return visible(text).replace(/[^\p{L}\p{N} _.:/@-]/gu, (character) => `#${character.codePointAt(0)};`)
}

function dotText(text: string): string {
  return visible(text).replace(/["\\]/g, '\\$&')
}

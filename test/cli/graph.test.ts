import { describe, expect, it } from 'vitest'
import { toDot, toMermaid } from '../../src/cli/graph/print-graph.ts'
import { cliProject } from './in-process.ts'

const manifest = (name: string, needs: readonly string[]): string =>
  `[plugin]\nname = "${name}"\nkind = "service"\nversion = "1.0.0"\nentry_point = "main:Main"\ndepends_on = ${JSON.stringify(needs)}\n`
const MAIN =
  "import type { Plugin } from 'unplugin-module-registry/kernel'\nexport class Main implements Plugin { setup() {} }\n"

const project = cliProject({
  'package.json': '{ "name": "app", "type": "module" }',
  'plugins/mail/dagstack.toml': manifest('mail', ['service:queue', 'clock']),
  'plugins/mail/main.ts': MAIN,
  'plugins/queue/dagstack.toml': manifest('queue', ['clock']),
  'plugins/queue/main.ts': MAIN,
})
const FLAGS = ['--provided-plugin', 'clock']

describe('graph', () => {
  it('is Mermaid by default', async () => {
    const { code, out } = await project.run(['graph', ...FLAGS])
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "flowchart LR
        p0(["clock"])
        p1["service:mail"]
        p2["service:queue"]
        p1 --> p0
        p1 --> p2
        p2 --> p0
      "
    `)
  })

  it('is DOT where that is asked for', async () => {
    const { out } = await project.run(['graph', '--format', 'dot', ...FLAGS])
    expect(out).toMatchInlineSnapshot(`
      "digraph plugins {
        rankdir=LR
        node [shape=box]
        p0 [label="clock", style=dashed]
        p1 [label="service:mail"]
        p2 [label="service:queue"]
        p1 -> p0
        p1 -> p2
        p2 -> p0
      }
      "
    `)
  })

  it('is the same as data', async () => {
    const { out } = await project.run(['graph', '--format', 'json', ...FLAGS])
    const { nodes, edges } = JSON.parse(out) as { nodes: { id: string }[]; edges: object[] }
    expect(nodes.map(({ id }) => id)).toEqual(['clock', 'service:mail', 'service:queue'])
    expect(edges).toEqual([
      { from: 'service:mail', to: 'clock' },
      { from: 'service:mail', to: 'service:queue' },
      { from: 'service:queue', to: 'clock' },
    ])
    expect((await project.run(['graph', '--json', ...FLAGS])).out).toBe(out)
  })

  it('of nothing says so, and is one all the same', async () => {
    const { code, out, err } = await cliProject({ 'package.json': '{}' }).run(['graph', '--no-plugins'])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('There are no plugins.') })
    expect(out).toMatch(/^(?:flowchart|graph)/)
  })

  it('stays one whatever plugins are called', () => {
    const hostile = [
      'a"b',
      'a\\"]; end',
      'x --> y',
      '`~!@#$%^&*()',
      'line\nline',
      '<b>',
      'end',
      '"',
      '\\',
      '#quot;',
    ]
    const nodes = hostile.map((id) => ({ id, found: true, runtime: 'in_process', folder: 'x' }))
    const edges = hostile.slice(1).map((to) => ({ from: hostile[0]!, to }))
    const mermaid = toMermaid({ nodes, edges }).trimEnd().split('\n')
    for (const line of mermaid.slice(1)) {
      expect(line).toMatch(/^ +(?:\w+\S*"(?:[^"\\#<>\n]|#\w+;)*"\S*|\w+ -->.*\w+|classDef .*|class .*)$/)
    }
    const dot = toDot({ nodes, edges }).trimEnd().split('\n')
    for (const line of dot.slice(1, -1)) {
      expect(line).toMatch(
        /^ +(?:\w+ ?[[=].*|\w+ -> \w+|"(?:[^"\\\n]|\\.)*"(?: -> "(?:[^"\\\n]|\\.)*")?(?: \[.*\])?;?)$/,
      )
    }
  })
})

import { expect, it, vi } from 'vitest'
import type { CatalogEntry } from '../../src/catalog/entry.ts'
import { checkTools } from '../../src/compiler/validate/check-tools.ts'
import { DiagnosticCollector } from '../../src/diagnostics/collector.ts'
import { toTools } from '../../src/runtime.ts'

const entry = (id: string, more: object = {}): CatalogEntry => ({
  ...{ kind: 'module', id, className: 'M', exportName: 'M', file: `extensions/${id}.ts`, scope: 'project' },
  ...{ origin: 'extensions', load: 'lazy' },
  ...more,
})

it('reports TOOL_SCHEMA_UNUSABLE for what the tool lists leave out, in the same words', () => {
  const unresolved = {
    inputSchema: { reason: 'a function call', file: 'extensions/b.ts', line: 9, column: 13 },
  }
  const catalog = [
    entry('a', { inputSchema: { type: 'string' } }),
    entry('b', { unresolved }),
    entry('c', { inputSchema: { type: 'object', oneOf: [{}, {}] } }),
    entry('d'),
  ]
  const collector = new DiagnosticCollector()
  checkTools(catalog, [], ['anthropic', 'mcp'], collector.report)
  const found = collector.sorted()
  expect(found.map(({ code, severity, details }) => [code, severity, details.provider, details.id])).toEqual([
    ['TOOL_SCHEMA_UNUSABLE', 'warning', 'anthropic', 'a'],
    ['TOOL_SCHEMA_UNUSABLE', 'warning', 'mcp', 'a'],
    ['TOOL_SCHEMA_UNUSABLE', 'warning', 'anthropic', 'b'],
    ['TOOL_SCHEMA_UNUSABLE', 'warning', 'mcp', 'b'],
    ['TOOL_SCHEMA_UNUSABLE', 'warning', 'anthropic', 'c'],
  ])
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(toTools(catalog, 'anthropic').map(({ name }) => name)).toEqual(['d'])
  expect(toTools(catalog, 'mcp').map(({ name }) => name)).toEqual(['c', 'd'])
  expect(warn.mock.calls.map(([text]) => text).sort()).toEqual(found.map(({ message }) => message).sort())
})

it('asks nothing where no provider is named', () => {
  const collector = new DiagnosticCollector()
  checkTools([entry('a', { inputSchema: { type: 'string' } })], [], [], collector.report)
  expect(collector.sorted()).toEqual([])
})

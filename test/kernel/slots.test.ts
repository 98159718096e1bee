import { expect, test } from 'vitest'
import { KernelArgumentError, parseSlot, providerSlot, toolSlot } from '../../src/kernel.ts'

test('reads the slots of both built-in families, and declared ones', () => {
  expect(parseSlot('tool:bash')).toEqual({ type: 'tool', name: 'bash' })
  expect(parseSlot('tool:mcp__files__read')).toEqual({ type: 'tool', name: 'mcp__files__read' })
  expect(parseSlot('provider:openai/gpt')).toEqual({ type: 'provider', name: 'openai', model: 'gpt' })
  expect(parseSlot('router', ['router'])).toEqual({ type: 'declared', name: 'router' })
})

test.each([
  '',
  'tool:',
  'tool:Bash',
  'tool:a b',
  'tool:mcp__x',
  'provider:',
  'provider:a',
  'provider:a/b/c',
  'provider:/b',
  'router',
  'Tool:a',
])('refuses %j', (text) => {
  expect(parseSlot(text)).toBeUndefined()
})

test('names slots', () => {
  expect(toolSlot('bash')).toBe('tool:bash')
  expect(providerSlot('openai/gpt')).toBe('provider:openai/gpt')
  expect(() => toolSlot('')).toThrow(KernelArgumentError)
  expect(() => toolSlot('Bash')).toThrow('name: "Bash" is no tool ID')
  expect(() => providerSlot('openai')).toThrow('ref: "openai" is not "<name>/<model>"')
})

import { catalog } from 'virtual:module-registry'
import { hashTools, toTools } from 'unplugin-module-registry/runtime'
import { count, find } from './element.ts'

/** Shows the catalog as the tool list of a provider: what a model is told, before any module is loaded. */
export function showTools(): void {
  const provider = find<HTMLSelectElement>('tool-provider')
  const refresh = async () => {
    const tools: readonly object[] = listFor(provider.value)
    find('tool-list').textContent = JSON.stringify(tools, undefined, 2)
    const hash = await hashTools(tools)
    find('tool-summary').textContent = `${count(tools.length, 'tool')}, SHA-256 ${hash.slice(0, 12)}…`
  }
  provider.addEventListener('change', () => void refresh())
  void refresh()
}

function listFor(provider: string): readonly object[] {
  if (provider === 'openai') return toTools(catalog, 'openai')
  return provider === 'anthropic' ? toTools(catalog, 'anthropic') : toTools(catalog, 'mcp')
}

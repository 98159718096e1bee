import { registry } from 'virtual:module-registry'
import type { PluginHandle } from 'unplugin-module-registry/runtime'
import { count, element, find } from './element.ts'

/** Lists the plugins in plan order, with what has become of each, and keeps the list up to date. */
export function showPlugins(): { refresh(): void } {
  const refresh = () => {
    const all = registry.plugins()
    const ready = all.filter(({ status }) => status === 'ready')
    const calls = registry.getPlugin('feature', 'history').instance?.lines().length ?? 0
    find('plugin-summary').textContent =
      `${count(all.length, 'plugin')}, ${ready.length} ready; ${count(calls, 'call')} remembered`
    find('plugin-list').replaceChildren(...all.map(item))
  }
  registry.on('plugin', refresh)
  refresh()
  return { refresh }
}

function item({ kind, name, status, reason, metadata }: PluginHandle): HTMLElement {
  return element(
    'li',
    { className: status },
    element('code', {}, `${kind}:${name}`),
    element('span', { className: 'badge' }, status),
    element('p', { className: 'description' }, String(metadata.description ?? '')),
    ...(reason === undefined ? [] : [element('p', { className: 'reason' }, sentence(reason))]),
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

import { computed, signal } from '@preact/signals'
import type { InspectorState } from '../../state.ts'

/** How the page stands to its dev server. */
export type Connection = 'connecting' | 'live' | 'offline'

/** The newest state; the last one while the server is away. */
export const state = signal<InspectorState | undefined>(undefined)

export const connection = signal<Connection>('connecting')

/** Why nothing can be shown, as the server said it. */
export const failure = signal<string | undefined>(undefined)

/** What is read out by screen readers. */
export const announcement = signal('')

/** What the last action came to, where it failed. */
export const actionError = signal<string | undefined>(undefined)

/** How many things there are. */
export const counts = computed(() => {
  const { modules = [], plugins = [], contributions = [], problems = [] } = state.value ?? {}
  const errors = problems.filter(({ diagnostic }) => diagnostic.severity === 'error').length
  return {
    modules: modules.length,
    plugins: plugins.length,
    contributions: contributions.length,
    problems: problems.length,
    errors,
    warnings: problems.length - errors,
  }
})

/** `1 module`, `2 modules`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** The counts as a sentence. */
export function summary(): string {
  const { modules, plugins, errors, warnings } = counts.value
  return [
    count(modules, 'module'),
    count(plugins, 'plugin'),
    count(errors, 'error'),
    count(warnings, 'warning'),
  ].join(', ')
}

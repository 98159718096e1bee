import { effect } from '@preact/signals'
import { stored } from './stored.ts'

/** As the system has it, or always the same. */
export const THEMES = ['system', 'light', 'dark'] as const

export type Theme = (typeof THEMES)[number]

export const theme = stored<Theme>('theme', 'system', 'local')

/** Keeps the page in the chosen colours. */
export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value
  })
}

import type { Signal } from '@preact/signals'
import type { VNode } from 'preact'
import { type Choices, choicesOf, type Filter } from '../data/search.ts'
import { visibleText } from '../data/visible-text.ts'

interface Props<T> {
  readonly items: readonly T[]
  readonly filters: readonly Filter<T>[]
  readonly choices: Signal<Choices>
}

/** One choice for each filter that there is something to choose for. */
export function Filters<T>({ items, filters, choices }: Props<T>): VNode | null {
  const rows = filters
    .map((filter) => ({ filter, values: choicesOf(items, filter), chosen: choices.value[filter.name] ?? '' }))
    .filter(({ values, chosen }) => chosen !== '' || values.length > 1 || isPartial(values, items.length))
  if (rows.length === 0) return null
  return (
    <div class="filters">
      {rows.map(({ filter, values, chosen }) => (
        <label key={filter.name}>
          <span>{filter.label}</span>
          <select
            class={chosen === '' ? '' : 'chosen'}
            value={chosen}
            onChange={(event) => {
              choices.value = { ...choices.value, [filter.name]: event.currentTarget.value }
            }}
          >
            <option value="">any</option>
            {chosen !== '' && !values.some(([value]) => value === chosen) && (
              <option value={chosen}>{visibleText(chosen)} (0)</option>
            )}
            {values.map(([value, count]) => (
              <option key={value} value={value}>
                {visibleText(value)} ({count})
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}

/** Whether the only choice leaves something out. */
function isPartial(values: readonly (readonly [string, number])[], all: number): boolean {
  return values.length === 1 && values[0]![1] < all
}

import type { Signal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { focusList } from '../data/focus.ts'
import { hrefOf, route, type View } from '../data/route.ts'
import { type Choices, type Filter, narrow } from '../data/search.ts'
import { stored } from '../data/stored.ts'
import { Filters } from './filters.tsx'
import { LinkList } from './link-list.tsx'
import { Empty, SplitView } from './split-view.tsx'

/** What somebody looks for in a list. */
export interface Search {
  readonly query: Signal<string>
  readonly choices: Signal<Choices>
}

/** Keeps what is looked for in a view. */
export function makeSearch(view: View): Search {
  return { query: stored(`${view}-query`, ''), choices: stored<Choices>(`${view}-choices`, {}) }
}

interface Props<T extends object> {
  readonly view: View
  /** One and many of what is listed. */
  readonly nouns: readonly [string, string]
  readonly items: readonly T[]
  readonly filters: readonly Filter<T>[]
  readonly search: Search
  /** What is said where there is none at all. */
  readonly none: ComponentChildren
  keyOf(item: T): string
  /** The texts that an item is found by. */
  partsOf(item: T): readonly unknown[]
  row(item: T): ComponentChildren
  details(item: T): ComponentChildren
}

/** A list that can be searched and narrowed, with details. */
export function ListView<T extends object>(props: Props<T>): VNode {
  const { view, nouns, items, filters, search, keyOf } = props
  const [noun, many] = nouns
  const { id } = route.value
  const found = narrow(items, {
    query: search.query.value,
    choices: search.choices.value,
    filters,
    partsOf: props.partsOf,
  })
  const open = id === undefined ? undefined : items.find((item) => keyOf(item) === id)
  const list = (
    <>
      <search>
        <div class="search">
          <label class="visually-hidden" for="search">
            Search {many}
          </label>
          <input
            id="search"
            type="search"
            placeholder={`Search ${many}`}
            autocomplete="off"
            spellcheck={false}
            value={search.query.value}
            aria-describedby="found"
            onInput={(event) => {
              search.query.value = event.currentTarget.value
            }}
            onKeyDown={(event) => onSearchKey(event, search)}
          />
          <kbd>/</kbd>
        </div>
        <Filters items={items} filters={filters} choices={search.choices} />
      </search>
      <p id="found" class="found" role="status">
        {found.length === items.length
          ? `${items.length.toLocaleString('en')} ${items.length === 1 ? noun : many}`
          : `${found.length.toLocaleString('en')} of ${items.length.toLocaleString('en')} ${many}`}
      </p>
      {found.length > 0 ? (
        <LinkList
          items={found}
          current={id}
          label={many}
          height={3.5}
          keyOf={keyOf}
          hrefOf={(key) => hrefOf(view, key)}
          row={props.row}
        />
      ) : (
        <div class="no-rows">{items.length === 0 ? props.none : `No ${noun} fits.`}</div>
      )}
    </>
  )
  return <SplitView view={view} noun={many} list={list} details={detailsOf(props, open, id)} />
}

function detailsOf<T extends object>(
  { nouns: [noun], items, details }: Props<T>,
  open: T | undefined,
  id: string | undefined,
): ComponentChildren {
  if (open !== undefined) return details(open)
  if (id !== undefined) {
    return (
      <Empty title={`There is no such ${noun} now`}>
        <p>It may have been renamed or removed since the link was made.</p>
      </Empty>
    )
  }
  return items.length === 0 ? null : (
    <Empty title={`Choose a ${noun}`}>
      <p class="keys">
        <kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> walk <kbd>Enter</kbd> open <kbd>Esc</kbd> back
      </p>
    </Empty>
  )
}

function onSearchKey(event: KeyboardEvent, search: Search): void {
  if (event.key === 'ArrowDown' && focusList()) event.preventDefault()
  if (event.key === 'Escape') {
    if (search.query.value === '') (event.currentTarget as HTMLElement).blur()
    search.query.value = ''
    event.preventDefault()
  }
}

import type { ModuleId } from 'virtual:module-registry'
import type { ModuleEntry } from 'unplugin-module-registry/runtime'
import { count, element, find } from './element.ts'
import { search } from './search.ts'

/** The search field with the list below it: arrows choose, Enter goes on to the inputs. */
export interface Finder {
  /** Looks again, after the query or the registry has changed. */
  refresh(): void
  /** Searches for something else. */
  query(text: string): void
}

export interface FinderEvents {
  readonly isLoaded: (id: ModuleId) => boolean
  readonly onChoose: (id: ModuleId | undefined) => void
  readonly onEnter: () => void
}

export function createFinder(
  chosen: string | undefined,
  { isLoaded, onChoose, onEnter }: FinderEvents,
): Finder {
  const input = find<HTMLInputElement>('search')
  const list = find('modules')
  let entries: readonly ModuleEntry<ModuleId>[] = []
  let current = chosen

  const choose = (id: ModuleId | undefined) => {
    if (id === current) return
    current = id
    refresh()
    onChoose(id)
  }

  const refresh = () => {
    entries = search(input.value)
    list.replaceChildren(...groups(entries).map(([name, members]) => group(name, members)))
    find('found').textContent = entries.length === 0 ? 'No module fits.' : count(entries.length, 'module')
    const selected = list.querySelector<HTMLElement>('[aria-selected=true]')
    if (selected === null) input.removeAttribute('aria-activedescendant')
    else {
      input.setAttribute('aria-activedescendant', selected.id)
      reveal(list, selected)
    }
  }

  const searchAgain = () => {
    refresh()
    if (!entries.some(({ id }) => id === current)) choose(entries[0]?.id)
  }

  const group = (name: string, members: readonly ModuleEntry<ModuleId>[]) =>
    element(
      'div',
      { role: 'group', 'aria-label': name },
      element('div', { className: 'group', 'aria-hidden': true }, name),
      ...members.map(option),
    )

  const option = ({ id, description = '' }: ModuleEntry<ModuleId>) =>
    element(
      'div',
      {
        role: 'option',
        id: optionId(id),
        className: isLoaded(id) ? 'option loaded' : 'option',
        'aria-selected': id === current,
        onclick: () => choose(id),
      },
      element('span', { className: 'id' }, id),
      ...(isLoaded(id) ? [element('span', { className: 'badge' }, 'loaded')] : []),
      element('span', { className: 'description' }, description),
    )

  const move = (steps: number) => {
    const index = entries.findIndex(({ id }) => id === current)
    const next = entries[(index + steps + entries.length) % entries.length]
    if (next) choose(next.id)
  }

  input.addEventListener('input', searchAgain)
  input.addEventListener('keydown', (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (steps !== undefined) move(steps)
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.select()
  })

  refresh()
  return {
    refresh,
    query(text) {
      input.value = text
      input.focus()
      searchAgain()
    },
  }
}

/** Scrolls the list, and never the page, until an option is in view. */
function reveal(list: HTMLElement, option: HTMLElement): void {
  const view = list.getBoundingClientRect()
  const { top, bottom } = option.getBoundingClientRect()
  if (top < view.top) list.scrollTop -= view.top - top
  else if (bottom > view.bottom) list.scrollTop += bottom - view.bottom
}

function groups(entries: readonly ModuleEntry<ModuleId>[]): [string, ModuleEntry<ModuleId>[]][] {
  const byName = new Map<string, ModuleEntry<ModuleId>[]>()
  for (const entry of entries) {
    const name = entry.id.split('.', 1)[0]!
    byName.set(name, [...(byName.get(name) ?? []), entry])
  }
  return [...byName]
}

function optionId(id: string): string {
  return `option-${id}`
}

import { computed, signal } from '@preact/signals'

/** The views, in the order of the navigation. */
export const VIEWS = ['modules', 'plugins', 'contributions', 'graph', 'problems'] as const

export type View = (typeof VIEWS)[number]

/** What is shown: a view, and one thing in it. */
interface Route {
  readonly view: View
  /** The ID of a module or a plugin, or the key of a problem or a contribution. */
  readonly id?: string
}

/**
 * Reads the part of a URL behind `#`. What is not understood is the list of modules, so that no link leads nowhere.
 *
 * @param hash such as `#/modules/math.add`
 */
function parseRoute(hash: string): Route {
  const [, view = '', id = ''] = /^#\/?([^/]*)\/?(.*)$/s.exec(hash) ?? []
  const known = VIEWS.find((one) => one === view)
  if (known === undefined) return { view: 'modules' }
  return id === '' ? { view: known } : { view: known, id: decode(id) }
}

/** Half a character, which cannot be in a URL. */
const HALF = /\p{Surrogate}/gu

/** The link to a view, or to one thing in it. */
export function hrefOf(view: View, id?: string): string {
  return id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id.replace(HALF, '\ufffd'))}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const current = signal<Route>(parseRoute(location.hash))

/** What is shown now. */
export const route = computed(() => current.value)

/** Shows what the URL says, from now on. */
export function followUrl(): void {
  addEventListener('hashchange', () => {
    current.value = parseRoute(location.hash)
  })
}

/** Goes to another view, so that the back button comes back. */
export function goTo(view: View, id?: string): void {
  location.hash = hrefOf(view, id)
}

import { effect, type Signal, signal } from '@preact/signals'

/**
 * Makes a signal that outlives a reload of the page: the dev server may ask for one at any time.
 *
 * @param storage `sessionStorage` for one tab, `localStorage` for all
 */
export function stored<T>(name: string, initial: T, storage: 'session' | 'local' = 'session'): Signal<T> {
  const key = `module-registry:${name}`
  const place = (): Storage => (storage === 'session' ? sessionStorage : localStorage)
  const value = signal(read(place, key, initial))
  effect(() => {
    const text = JSON.stringify(value.value)
    try {
      place().setItem(key, text)
    } catch {
      // The browser may keep nothing; the page works without.
    }
  })
  return value
}

function read<T>(place: () => Storage, key: string, initial: T): T {
  try {
    const text = place().getItem(key)
    const value = text === null ? initial : (JSON.parse(text) as T)
    return typeof value === typeof initial ? value : initial
  } catch {
    return initial
  }
}

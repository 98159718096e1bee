import type { Registry } from '../../runtime/api.ts'

/** The methods that change what a registry holds, and that no event tells of at once. */
const CHANGING = ['register', 'override', 'unregister', 'merge'] as const

const watched = new WeakMap<Registry, Set<() => void>>()

/**
 * Tells whenever a registry may hold other modules than before: by hand, or by an update of a dev server.
 *
 * Modules by hand cause no event before they have an instance, so the methods that add them are wrapped, once for each
 * registry.
 *
 * @returns a function that stops telling
 */
export function watchRegistry(registry: Registry, listener: () => void): () => void {
  const listeners = watched.get(registry) ?? wrap(registry)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function wrap(registry: Registry): Set<() => void> {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  watched.set(registry, listeners)
  for (const type of ['reload', 'unregister', 'plugin'] as const) registry.on(type, tell)
  for (const name of CHANGING) {
    const method = registry[name] as (...parameters: unknown[]) => unknown
    const value = (...parameters: unknown[]) => {
      try {
        return method.apply(registry, parameters)
      } finally {
        tell()
      }
    }
    Object.defineProperty(registry, name, { value, configurable: true, writable: true })
  }
  return listeners
}

import { vi } from 'vitest'

/** Waits until a check passes, with patience for a machine that has other things to do. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 20 })
}

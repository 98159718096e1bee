import type { CatalogContribution } from './contribution.ts'

/** The lowest and the highest priority of an interceptor. */
export const INTERCEPTOR_PRIORITY = { min: -1000, max: 1000 } as const

/** What an interceptor does: by itself at run time, or through a module's `execute` in a build. */
export type InterceptorStep = { run(value: unknown, context: object): unknown } | { readonly module: string }

/**
 * Reads the step from an interceptor's payload.
 *
 * @returns the step, or `undefined` when the payload is neither `{ run }` nor `{ module }`
 */
export function interceptorStep(contribution: CatalogContribution): InterceptorStep | undefined {
  const payload = contribution.payload as { run?: unknown; module?: unknown } | null | undefined
  if (payload === null || typeof payload !== 'object') return undefined
  if (typeof payload.run === 'function') return payload as { run(value: unknown, context: object): unknown }
  return typeof payload.module === 'string' && payload.module !== '' ? { module: payload.module } : undefined
}

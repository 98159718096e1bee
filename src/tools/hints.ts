import { isObject } from './json-schema.ts'

/** What a tool does, as MCP tells it to clients. */
export interface ToolHints {
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
  readonly readOnlyHint?: boolean
}

/** Annotations of a module, in byte order, and the hints that say the same. */
const HINTS = {
  destructive: 'destructiveHint',
  idempotent: 'idempotentHint',
  openWorld: 'openWorldHint',
  readonly: 'readOnlyHint',
} as const

/**
 * Gives the hints that a module's annotations spell out, `true` and `false` alike. What is not written is not said: the
 * client then assumes the worst, which is right.
 *
 * @returns nothing if there are none
 */
export function toHints(annotations: unknown): ToolHints | undefined {
  if (!isObject(annotations)) return undefined
  const hints = Object.entries(HINTS).flatMap(([key, hint]) =>
    Object.hasOwn(annotations, key) && typeof annotations[key] === 'boolean'
      ? [[hint, annotations[key]]]
      : [],
  )
  return hints.length === 0 ? undefined : Object.fromEntries(hints)
}

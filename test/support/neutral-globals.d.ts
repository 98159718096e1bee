/*
 * What browsers, workers, edge hosts and Node all offer beyond the language itself. `tsconfig.neutral.json` checks
 * the code that runs anywhere against this list, so a name that is not here is a name that some host lacks.
 */

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare var AbortSignal: { any(signals: AbortSignal[]): AbortSignal; timeout(ms: number): AbortSignal }

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare function setTimeout<Args extends unknown[]>(
  callback: (...args: Args) => void,
  ms?: number,
  ...args: Args
): unknown
declare function clearTimeout(timer: unknown): void
declare function structuredClone<T>(value: T): T
declare var console: {
  debug(...parts: unknown[]): void
  info(...parts: unknown[]): void
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}

/** Without `subtle` on pages that are served by plain http. */
declare var crypto: { subtle?: { digest(name: string, bytes: Uint8Array): Promise<ArrayBuffer> } } | undefined

import { ModuleRegistryError } from 'unplugin-module-registry/runtime'
import { element } from './element.ts'

/** What a call gave. */
export function success(output: unknown, took: string): HTMLElement[] {
  const text = typeof output === 'string' ? output : (JSON.stringify(output, null, 2) ?? 'undefined')
  return [
    element('p', { className: 'verdict good' }, element('strong', {}, 'Result'), ` in ${took}`),
    element('pre', { tabIndex: 0, 'aria-label': 'Result' }, text),
  ]
}

/** Why a call failed: the error, and what caused it. */
export function failure(error: unknown, took: string): HTMLElement[] {
  const wasCancelled = error instanceof DOMException && error.name === 'AbortError'
  const title = wasCancelled ? 'Cancelled' : 'Failed'
  const lines = chain(error).map((one, index) => `${index === 0 ? '' : 'caused by '}${describe(one)}`)
  return [
    element('p', { className: 'verdict bad' }, element('strong', {}, title), ` after ${took}`),
    element('pre', { className: 'error', tabIndex: 0, 'aria-label': title }, lines.join('\n')),
  ]
}

function chain(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let one = error; one !== undefined && causes.length < 5; one = (one as Error | null)?.cause) {
    causes.push(one)
  }
  return causes
}

function describe(error: unknown): string {
  const code = error instanceof ModuleRegistryError ? ` (${error.code})` : ''
  return error instanceof Error ? `${error.name}${code}: ${error.message}` : String(error)
}

import type { CallAnswer, InspectedPlace, InspectorState } from '../../state.ts'
import { actionError } from './store.ts'

/** Put into the page by the server, anew at each start of it. */
const token = document.querySelector<HTMLMetaElement>('meta[name="module-registry-token"]')?.content ?? ''

let etag = ''

/**
 * Asks for what is newest.
 *
 * @returns nothing when that is what the page has
 * @throws when the server is away, or refuses
 */
export async function fetchState(): Promise<InspectorState | undefined> {
  const response = await fetch('./state.json', {
    cache: 'no-store',
    headers: etag === '' ? {} : { 'If-None-Match': etag },
  })
  if (response.status === 304) return undefined
  if (!response.ok) throw new Error(await refusalText(response))
  const state = (await response.json()) as InspectorState
  etag = response.headers.get('ETag') ?? ''
  return state
}

/** Opens a place in the editor. */
export async function openPlace({ file, line, column }: InspectedPlace): Promise<void> {
  actionError.value = undefined
  try {
    const response = await post('./open', { file, line, column })
    if (!response.ok) actionError.value = `${file} was not opened: ${await refusalText(response)}`
  } catch {
    actionError.value = `${file} was not opened: the dev server does not answer.`
  }
}

/**
 * Calls a module in the dev server.
 *
 * @param inputs any JSON
 * @throws when the server is away, or refuses, or `signal` is aborted
 */
export async function callModule(id: string, inputs: unknown, signal: AbortSignal): Promise<CallAnswer> {
  const response = await post('./call', { id, inputs }, signal)
  if (!response.ok) throw new Error(await refusalText(response))
  return (await response.json()) as CallAnswer
}

function post(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Module-Registry-Token': token },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
}

async function refusalText(response: Response): Promise<string> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: unknown }
  if (error === 'token') return 'the dev server was started anew. Load this page again.'
  return typeof error === 'string' ? error : `the dev server answered with ${response.status}.`
}

import { fetchState } from './server.ts'
import { announcement, connection, failure, state, summary } from './store.ts'

/** What the server sends when there is something new. */
const EVENT = 'module-registry:inspector'

/** How long is waited before a server that is away is asked again, in milliseconds. */
const PATIENCE = 2000

interface HotContext {
  on(event: string, listener: () => void): void
}

let isAsking = false
let isStale = false

/** Shows what the server has, and goes on doing so. */
export async function stayLive(): Promise<void> {
  refuseOverlay()
  try {
    const client = new URL('../@vite/client', document.baseURI).href
    const { createHotContext } = (await import(/* @vite-ignore */ client)) as {
      createHotContext(owner: string): HotContext
    }
    const hot = createHotContext('/__module-registry/')
    hot.on(EVENT, ask)
    // What came while there was no connection was missed.
    hot.on('vite:ws:connect', ask)
    hot.on('vite:ws:disconnect', goOffline)
  } catch {
    // Without Vite's client there is nobody to say when there is something new.
    setInterval(ask, PATIENCE)
  }
  ask()
}

/** The page shows problems itself. */
function refuseOverlay(): void {
  class NoOverlay extends HTMLElement {
    connectedCallback(): void {
      this.remove()
    }

    close(): void {
      this.remove()
    }
  }
  customElements.define('vite-error-overlay', NoOverlay)
}

/** Asks for the state; what is said to be new in between is asked for afterwards. */
async function ask(): Promise<void> {
  isStale = true
  if (isAsking) return
  isAsking = true
  while (isStale) {
    isStale = false
    try {
      take(await fetchState())
    } catch (error) {
      // Where the server is there and refuses, its words say more than that it is away.
      failure.value = error instanceof TypeError ? undefined : (error as Error).message
      goOffline()
      setTimeout(ask, PATIENCE)
    }
  }
  isAsking = false
}

function take(newest: Awaited<ReturnType<typeof fetchState>>): void {
  const wasOffline = connection.value === 'offline'
  const isFirst = state.value === undefined
  failure.value = undefined
  connection.value = 'live'
  if (newest !== undefined) state.value = newest
  if (wasOffline) announcement.value = `The dev server is back. ${summary()}.`
  else if (newest !== undefined && !isFirst) announcement.value = `The registry has changed: ${summary()}.`
}

function goOffline(): void {
  if (connection.value === 'offline') return
  connection.value = 'offline'
  announcement.value = 'The dev server does not answer. The page shows what it last had.'
}

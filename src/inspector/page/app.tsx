import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { listenToKeys } from './data/focus.ts'
import { goTo, route, type View } from './data/route.ts'
import { actionError, announcement, connection, counts, failure, state } from './data/store.ts'
import { visibleText } from './data/visible-text.ts'
import { Header } from './parts/header.tsx'
import { Text } from './parts/text.tsx'
import { Contributions } from './views/contributions.tsx'
import { PluginGraphView } from './views/graph.tsx'
import { Modules } from './views/modules.tsx'
import { Plugins } from './views/plugins.tsx'
import { Problems } from './views/problems.tsx'

const VIEWS: Readonly<Record<View, () => VNode>> = {
  modules: Modules,
  plugins: Plugins,
  contributions: Contributions,
  graph: PluginGraphView,
  problems: Problems,
}

/** The whole page. */
export function App(): VNode {
  const { view, id } = route.value
  useEffect(() => listenToKeys(() => goTo(route.value.view)), [])
  const { errors } = counts.value
  useEffect(() => {
    const what = id === undefined ? view : `${visibleText(id)} – ${view}`
    document.title = `${errors > 0 ? `(${errors}) ` : ''}${what} – Module registry`
  }, [view, id, errors])
  const Current = VIEWS[view]
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Header />
      <main id="main" tabIndex={-1} class={`view-${view}`}>
        <Notices />
        {state.value === undefined ? <Waiting /> : <Current />}
      </main>
      <p class="visually-hidden" role="status">
        {announcement.value}
      </p>
    </>
  )
}

/** What has to be known whatever is looked at. */
function Notices(): VNode {
  return (
    <>
      {connection.value === 'offline' && state.value !== undefined && (
        <p class="notice">
          {failure.value === undefined
            ? 'The dev server does not answer. This is what it last had; the page comes back by itself.'
            : `The dev server refuses: ${visibleText(failure.value)}`}
        </p>
      )}
      {state.value?.broken === true && route.value.view !== 'problems' && (
        <p class="notice">
          While errors stand, applications see the registry as it was before them.{' '}
          <a href="#/problems">Problems</a>
        </p>
      )}
      {actionError.value !== undefined && (
        <p class="notice bad" role="alert">
          <Text>{actionError.value}</Text>{' '}
          <button
            type="button"
            class="small"
            onClick={() => {
              actionError.value = undefined
            }}
          >
            Close
          </button>
        </p>
      )}
    </>
  )
}

function Waiting(): VNode {
  return (
    <div class="card page empty">
      {connection.value === 'offline' ? (
        <p>{failure.value === undefined ? 'The dev server does not answer.' : visibleText(failure.value)}</p>
      ) : (
        <p>Reading the registry …</p>
      )}
    </div>
  )
}

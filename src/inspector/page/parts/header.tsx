import type { VNode } from 'preact'
import { hrefOf, route, VIEWS, type View } from '../data/route.ts'
import { type Connection, connection, count, counts, state } from '../data/store.ts'
import { THEMES, type Theme, theme } from '../data/theme.ts'

const CONNECTIONS: Readonly<Record<Connection, string>> = {
  connecting: '… connecting',
  live: '● live',
  offline: '○ offline',
}

/** What holds for the whole project, and the way to every view. */
export function Header(): VNode {
  const { modules, errors, warnings } = counts.value
  return (
    <header>
      <div class="title">
        <h1>Module registry</h1>
        {state.value !== undefined && (
          <ul class="project" aria-label="Project">
            <li>{count(modules, 'module')}</li>
            <li class={errors > 0 ? 'bad' : ''}>{count(errors, 'error')}</li>
            <li class={warnings > 0 ? 'warn' : ''}>{count(warnings, 'warning')}</li>
            <li>generation {state.value.generation}</li>
          </ul>
        )}
        <span class={`connection ${connection.value}`}>{CONNECTIONS[connection.value]}</span>
        <label class="theme">
          <span class="visually-hidden">Colours</span>
          <select
            value={theme.value}
            onChange={(event) => {
              theme.value = event.currentTarget.value as Theme
            }}
          >
            {THEMES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <nav aria-label="Views">
        <ul>
          {VIEWS.map((view) => (
            <li key={view}>
              <a href={hrefOf(view)} aria-current={route.value.view === view ? 'page' : undefined}>
                {NAMES[view]}
                {view !== 'graph' && (
                  <span class={view === 'problems' && errors > 0 ? 'count bad' : 'count'}>
                    {counts.value[view].toLocaleString('en')}
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

const NAMES: Readonly<Record<View, string>> = {
  modules: 'Modules',
  plugins: 'Plugins',
  contributions: 'Contributions',
  graph: 'Graph',
  problems: 'Problems',
}

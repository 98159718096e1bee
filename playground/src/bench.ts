import { type ModuleId, registry } from 'virtual:module-registry'
import type { ModuleEntry } from 'unplugin-module-registry/runtime'
import { element, find } from './element.ts'
import { failure, success } from './outcome.ts'
import { samples } from './samples.ts'

/** Where the chosen module is described and called. */
export interface Bench {
  show(id: ModuleId | undefined): void
  /** Moves on to the inputs. */
  focus(): void
}

export interface BenchEvents {
  readonly isLoaded: (id: ModuleId) => boolean
  readonly onCall: (id: ModuleId) => void
  readonly onTag: (tag: string) => void
}

export function createBench({ isLoaded, onCall, onTag }: BenchEvents): Bench {
  const bench = find('bench')
  /** What was typed for each module, so that looking around loses nothing. */
  const typed = new Map<string, string>()
  let stop = new AbortController()

  const show = (id: ModuleId | undefined) => {
    stop.abort(new DOMException('Another module was chosen.', 'AbortError'))
    if (id === undefined) {
      bench.replaceChildren(element('p', { className: 'empty' }, 'Choose a module to see what it does.'))
      return
    }
    const entry = registry.describe(id)
    bench.replaceChildren(...head(entry, onTag), form(entry))
  }

  const form = ({ id }: ModuleEntry<ModuleId>) => {
    const inputs = element('textarea', {
      id: 'inputs',
      rows: 6,
      spellcheck: false,
      value: typed.get(id) ?? JSON.stringify(samples[id] ?? {}, null, 2),
      oninput: () => typed.set(id, inputs.value),
    })
    const call = element('button', { type: 'submit', className: 'primary' }, 'Call')
    const cancel = element('button', { type: 'button', disabled: true }, 'Cancel')
    const unregister = element('button', { type: 'button', className: 'quiet' }, 'Unregister')
    const outcome = element('div', { id: 'outcome', role: 'status' })
    cancel.onclick = () => stop.abort(new DOMException('You cancelled the call.', 'AbortError'))
    unregister.onclick = async () => {
      await registry.unregister(id).catch(() => {})
      outcome.replaceChildren(
        element('p', { className: 'verdict' }, 'Unregistered and unloaded. Reload the page to have it back.'),
      )
    }

    const run = async () => {
      stop = new AbortController()
      const { signal } = stop
      const wasLoaded = isLoaded(id)
      call.disabled = true
      cancel.disabled = false
      outcome.replaceChildren()
      onCall(id)
      const start = performance.now()
      const took = () => duration(performance.now() - start, wasLoaded ? '' : ', loading included')
      try {
        const output: unknown = await registry.call(id, parseInputs(inputs.value), { signal })
        outcome.replaceChildren(...success(output, took()))
      } catch (error) {
        outcome.replaceChildren(...failure(error, took()))
      }
      call.disabled = false
      cancel.disabled = true
    }

    return element(
      'form',
      {
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault()
          void run()
        },
        onkeydown: (event: KeyboardEvent) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !call.disabled) void run()
        },
      },
      element('label', { htmlFor: 'inputs' }, 'Inputs, as JSON'),
      inputs,
      element(
        'div',
        { className: 'actions' },
        call,
        cancel,
        element('span', { className: 'hint' }, element('kbd', {}, 'Ctrl'), ' ', element('kbd', {}, 'Enter')),
        unregister,
      ),
      outcome,
    )
  }

  return { show, focus: () => document.querySelector<HTMLElement>('#inputs')?.focus() }
}

function head(entry: ModuleEntry<ModuleId>, onTag: (tag: string) => void): HTMLElement[] {
  const { id, description, tags = [], className, exportName, file } = entry
  const fact = (name: string, value: string) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value))
  return [
    element('h2', {}, id),
    element('p', { className: 'description' }, description ?? 'It has no description.'),
    element(
      'ul',
      { className: 'tags', 'aria-label': 'Tags' },
      ...tags.map((tag) =>
        element('li', {}, element('button', { type: 'button', onclick: () => onTag(tag) }, `#${tag}`)),
      ),
    ),
    element('dl', {}, fact('File', file), fact('Class', className), fact('Export', exportName)),
  ]
}

function parseInputs(text: string): never {
  try {
    return JSON.parse(text) as never
  } catch (cause) {
    throw new SyntaxError('The inputs are not JSON.', { cause })
  }
}

function duration(milliseconds: number, note: string): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms${note}`
}

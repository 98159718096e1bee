import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallAnswer, InspectedModule } from '../../state.ts'
import { callModule } from '../data/server.ts'
import { connection, state } from '../data/store.ts'
import { Section } from '../parts/section.tsx'
import { Block } from '../parts/text.tsx'
import { Field } from './field.tsx'
import { fieldKind, initialValue } from './field-kind.ts'
import { isBrokenSomewhere, JsonField } from './json-field.tsx'

/** Calls a module with inputs that somebody types, where the project allows that. */
export function TryIt({ entry }: Pick<InspectedModule, 'entry'>): VNode {
  if (state.value?.calls === true) return <Form entry={entry} />
  return (
    <Section title="Try it">
      <p class="note">
        Calls from this page are off. <code>moduleRegistry({'{ inspector: { calls: true } }'})</code> in your
        Vite configuration switches them on.
      </p>
    </Section>
  )
}

function Form({ entry }: Pick<InspectedModule, 'entry'>): VNode {
  const schema = entry.inputSchema ?? {}
  const hasForm = fieldKind(schema, schema).kind === 'object'
  const [isRaw, setRaw] = useState(!hasForm)
  const [inputs, setInputs] = useState<unknown>(() => initialValue(schema, schema, true) ?? {})
  const [answer, setAnswer] = useState<CallAnswer>()
  const [running, setRunning] = useState<AbortController>()
  const latest = useRef<AbortController>(undefined)
  useEffect(() => () => latest.current?.abort(), [])

  const isBroken = isBrokenSomewhere(inputs)
  const run = async (): Promise<void> => {
    const controller = new AbortController()
    latest.current = controller
    setRunning(controller)
    setAnswer(undefined)
    const start = performance.now()
    try {
      setAnswer(await callModule(entry.id, inputs === undefined ? {} : inputs, controller.signal))
    } catch (error) {
      const text = controller.signal.aborted ? 'The call was stopped.' : (error as Error).message
      setAnswer({ ok: false, error: text, ms: Math.round(performance.now() - start) })
    }
    setRunning(undefined)
  }
  const props = {
    name: 'Inputs',
    schema,
    root: schema,
    isRequired: true,
    value: inputs,
    depth: 0,
    onChange: setInputs,
  }
  return (
    <Section
      title="Try it"
      side={
        hasForm && (
          <button
            type="button"
            class="small"
            aria-pressed={isRaw}
            disabled={isBroken}
            onClick={() => setRaw(!isRaw)}
          >
            JSON<span class="visually-hidden"> instead of a form</span>
          </button>
        )
      }
    >
      <form
        class="try"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBroken && running === undefined) run()
        }}
      >
        {isRaw ? <JsonField {...props} rows={6} /> : <Field {...props} />}
        <div class="line">
          <button
            type="submit"
            class="primary"
            disabled={isBroken || running !== undefined || connection.value !== 'live'}
          >
            Call {entry.id.length > 30 ? 'the module' : entry.id}
          </button>
          {running !== undefined && (
            <button type="button" onClick={() => running.abort()}>
              Stop
            </button>
          )}
        </div>
      </form>
      <div role="status">
        {running !== undefined && <p class="note">Running …</p>}
        {answer !== undefined && <Answer answer={answer} />}
      </div>
    </Section>
  )
}

function Answer({ answer }: { readonly answer: CallAnswer }): VNode {
  return (
    <>
      <p class={answer.ok ? 'verdict good' : 'verdict bad'}>
        <strong>{answer.ok ? '✓ Result' : '✕ Error'}</strong> after {answer.ms.toLocaleString('en')} ms
        {answer.ok && !answer.json && ' (no JSON: as Node prints it)'}
      </p>
      <Block
        text={answer.ok ? answer.result : answer.error}
        label={answer.ok ? 'Result' : 'Error'}
        bad={!answer.ok}
      />
    </>
  )
}

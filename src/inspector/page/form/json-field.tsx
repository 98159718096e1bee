import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Text } from '../parts/text.tsx'
import { descriptionOf, type FieldProps, Label } from './field-parts.tsx'

/** Stands for JSON text that is none, until it is mended. */
class BrokenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Asks for any value as JSON text. */
export function JsonField(props: FieldProps & { readonly rows?: number }): VNode {
  const { schema, root, isRequired, value, onChange, rows = 3 } = props
  const id = useId()
  const [text, setText] = useState(() => printJson(value))
  const isBroken = value instanceof BrokenJson
  const description = descriptionOf(schema, root)
  return (
    <div class="field json">
      <Label {...props} id={id} />
      <textarea
        id={id}
        class="code"
        rows={rows}
        spellcheck={false}
        value={text}
        aria-invalid={isBroken}
        aria-describedby={`${id}-note`}
        onInput={(event) => {
          setText(event.currentTarget.value)
          onChange(readJson(event.currentTarget.value))
        }}
      />
      <p class={isBroken ? 'note wrong' : 'note'} id={`${id}-note`}>
        {isBroken ? 'This is no JSON yet. ' : `JSON${isRequired ? '' : ', or nothing'}. `}
        {description !== undefined && <Text>{description}</Text>}
      </p>
    </div>
  )
}

function printJson(value: unknown): string {
  if (value === undefined) return ''
  return value instanceof BrokenJson ? value.text : JSON.stringify(value, undefined, 2)
}

function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new BrokenJson(text)
  }
}

/** Whether some text in a value is no JSON. */
export function isBrokenSomewhere(value: unknown): boolean {
  if (value instanceof BrokenJson) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(isBrokenSomewhere)
}

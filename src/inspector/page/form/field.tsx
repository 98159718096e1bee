import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import { isObject } from '../data/schema.ts'
import { visibleText } from '../data/visible-text.ts'
import { Text } from '../parts/text.tsx'
import { fieldKind } from './field-kind.ts'
import { descriptionOf, type FieldProps, Label } from './field-parts.tsx'
import { JsonField } from './json-field.tsx'
import { ListField } from './list-field.tsx'

/** Asks for one value of a schema. */
export function Field(props: FieldProps): VNode {
  const { name, schema, root, depth } = props
  const field = fieldKind(schema, root, depth)
  if (field.kind === 'object') {
    return (
      <fieldset>
        <legend>
          <Text>{name}</Text>
        </legend>
        {field.properties.map((one) => {
          const value = isObject(props.value) ? props.value : {}
          return (
            <Field
              key={one.name}
              {...one}
              root={root}
              depth={depth + 1}
              value={Object.hasOwn(value, one.name) ? value[one.name] : undefined}
              onChange={(next) => props.onChange(withProperty(value, one.name, next))}
            />
          )
        })}
      </fieldset>
    )
  }
  if (field.kind === 'list') return <ListField {...props} items={field.items} field={Field} />
  if (field.kind === 'json') return <JsonField {...props} />
  return <SimpleField {...props} />
}

/** An object with one property changed; without it when there is no value. */
function withProperty(value: Readonly<Record<string, unknown>>, name: string, next: unknown): object {
  const entries = Object.entries(value).filter(([key]) => key !== name)
  return Object.fromEntries(next === undefined ? entries : [...entries, [name, next]])
}

function SimpleField(props: FieldProps): VNode {
  const { schema, root, isRequired, value, onChange } = props
  const id = useId()
  const field = fieldKind(schema, root, props.depth)
  const description = descriptionOf(schema, root)
  const common = { id, ...(description === undefined ? {} : { 'aria-describedby': `${id}-note` }) }
  return (
    <div class={`field ${field.kind}`}>
      <Label {...props} id={id} />
      {field.kind === 'choice' && (
        <select
          {...common}
          value={String(field.values.indexOf(value))}
          onChange={(event) => onChange(field.values[Number(event.currentTarget.value)])}
        >
          {(!isRequired || !field.values.includes(value)) && <option value="-1">not given</option>}
          {field.values.map((one, index) => (
            <option key={JSON.stringify(one)} value={String(index)}>
              {visibleText(typeof one === 'string' ? one : JSON.stringify(one))}
            </option>
          ))}
        </select>
      )}
      {field.kind === 'boolean' && (
        <select
          {...common}
          value={String(value)}
          onChange={(event) => onChange({ true: true, false: false }[event.currentTarget.value])}
        >
          {!isRequired && <option value="undefined">not given</option>}
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      )}
      {field.kind === 'number' && (
        <input
          {...common}
          type="number"
          step={field.isInteger ? '1' : 'any'}
          value={typeof value === 'number' ? value : ''}
          onInput={(event) => onChange(numberIn(event.currentTarget))}
        />
      )}
      {field.kind === 'text' && (
        <textarea
          {...common}
          rows={1}
          spellcheck={false}
          value={typeof value === 'string' ? value : ''}
          onInput={(event) =>
            onChange(event.currentTarget.value === '' && !isRequired ? undefined : event.currentTarget.value)
          }
        />
      )}
      {description !== undefined && (
        <p class="note" id={`${id}-note`}>
          <Text>{description}</Text>
        </p>
      )}
    </div>
  )
}

function numberIn(input: HTMLInputElement): number | undefined {
  return Number.isNaN(input.valueAsNumber) ? undefined : input.valueAsNumber
}

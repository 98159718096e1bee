import type { ComponentType, VNode } from 'preact'
import { Text } from '../parts/text.tsx'
import { initialValue } from './field-kind.ts'
import type { FieldProps } from './field-parts.tsx'

interface Props extends FieldProps {
  /** The schema of each item. */
  readonly items: unknown
  /** What asks for one. */
  readonly field: ComponentType<FieldProps>
}

/** Asks for a list, item by item. */
export function ListField(props: Props): VNode {
  const { name, items, root, depth, isRequired, onChange, field: Field } = props
  const values = Array.isArray(props.value) ? props.value : []
  return (
    <fieldset>
      <legend>
        <Text>{name}</Text>
        {isRequired && <span class="required"> required</span>}
      </legend>
      {values.map((value, index) => (
        <div class="list-item" key={index}>
          <Field
            name={`item ${index + 1}`}
            schema={items}
            root={root}
            isRequired
            depth={depth + 1}
            value={value}
            onChange={(next) => onChange(values.with(index, next ?? null))}
          />
          <button
            type="button"
            class="small"
            aria-label={`Remove item ${index + 1} of ${name}`}
            onClick={() => {
              const rest = values.toSpliced(index, 1)
              onChange(rest.length === 0 && !isRequired ? undefined : rest)
            }}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        class="small"
        onClick={() => onChange([...values, initialValue(items, root, true, depth + 1) ?? null])}
      >
        Add an item<span class="visually-hidden"> to {name}</span>
      </button>
    </fieldset>
  )
}

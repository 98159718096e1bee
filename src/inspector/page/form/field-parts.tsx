import type { VNode } from 'preact'
import { follow, isObject } from '../data/schema.ts'
import { Text } from '../parts/text.tsx'

/** What each field is given. */
export interface FieldProps {
  readonly name: string
  readonly schema: unknown
  /** The schema of the whole. */
  readonly root: unknown
  readonly isRequired: boolean
  /** Absent when nothing is given. */
  readonly value: unknown
  readonly depth: number
  onChange(value: unknown): void
}

/** The name of a field, and whether it has to be given. */
export function Label({ id, name, isRequired }: { id: string; name: string; isRequired: boolean }): VNode {
  return (
    <label for={id}>
      <Text>{name}</Text>
      {isRequired && <span class="required"> required</span>}
    </label>
  )
}

/** What a schema says of its value. */
export function descriptionOf(given: unknown, root: unknown): string | undefined {
  const { schema } = follow(given, root)
  return isObject(schema) && typeof schema.description === 'string' ? schema.description : undefined
}

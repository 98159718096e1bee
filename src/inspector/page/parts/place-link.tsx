import type { VNode } from 'preact'
import type { InspectedPlace } from '../../state.ts'
import { openPlace } from '../data/server.ts'
import { visibleText } from '../data/visible-text.ts'
import { Text } from './text.tsx'

/** A place in a source; a click opens it in the editor. */
export function PlaceLink({ place }: { readonly place: InspectedPlace }): VNode {
  const { file, line, column } = place
  const text = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined)
  return (
    <button
      type="button"
      class="place"
      title={`Open ${visibleText(text.join(':'))} in the editor`}
      onClick={() => openPlace(place)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" class="icon">
        <path d="M9 2h5v5M14 2 7.5 8.5M12 9.5V14H2V4h4.5" />
      </svg>
      <span class="visually-hidden">Open in the editor: </span>
      <Text>{text.join(':')}</Text>
    </button>
  )
}

import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { detailsWanted } from '../data/focus.ts'
import { hrefOf, route, type View } from '../data/route.ts'
import { Text } from './text.tsx'

interface Props {
  readonly view: View
  /** What is listed, such as `modules`. */
  readonly noun: string
  readonly list: ComponentChildren
  readonly details: ComponentChildren
}

/** A list and the details of what is chosen in it: side by side, or one of them where there is no room. */
export function SplitView({ view, noun, list, details }: Props): VNode {
  const isOpen = route.value.id !== undefined
  return (
    <div class={isOpen ? 'split open' : 'split'}>
      <section class="list-pane card" aria-label={`List of ${noun}`}>
        <h2 class="visually-hidden">All {noun}</h2>
        {list}
      </section>
      <section class="details card" aria-label="Details">
        {isOpen && (
          <a class="back" href={hrefOf(view)}>
            ← All {noun}
          </a>
        )}
        {details}
      </section>
    </div>
  )
}

/** The heading of the details, which takes the focus when they are opened with keys. */
export function DetailsHeading({ text, code, kind }: { text: string; code?: boolean; kind?: string }): VNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = detailsWanted.value
  const seen = useRef(isTaken)
  useEffect(() => {
    if (wanted === seen.current) return
    seen.current = wanted
    isTaken = wanted
    heading.current?.focus()
  }, [wanted, text])
  return (
    <h2 ref={heading} tabIndex={-1} class={code ? 'code' : ''}>
      {kind !== undefined && <span class="kind">{kind} </span>}
      <Text>{text}</Text>
    </h2>
  )
}

/** The last wish for the focus that was fulfilled. */
let isTaken = 0

/** What is said where there is nothing to show. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }): VNode {
  return (
    <div class="empty">
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </div>
  )
}

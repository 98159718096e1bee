import type { VNode } from 'preact'
import { splitText } from '../data/visible-text.ts'

/** A text from a project: never markup, kept apart from what is around it, with hidden characters shown by name. */
export function Text({ children }: { readonly children: string }): VNode {
  return (
    <bdi>
      {splitText(children).map(({ text, isHidden }) =>
        isHidden ? (
          <span class="hidden-character" key={text}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}

/** The same in the type of code. */
export function Code({ children }: { readonly children: string }): VNode {
  return (
    <code>
      <Text>{children}</Text>
    </code>
  )
}

/** Text of several lines that scrolls by itself. */
export function Block({ text, label, bad }: { text: string; label: string; bad?: boolean }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys
    <section class={bad ? 'block bad' : 'block'} tabIndex={0} aria-label={label}>
      <pre>
        <Text>{text}</Text>
      </pre>
    </section>
  )
}

/** Any JSON, as text. */
export function Json({ value, label }: { value: unknown; label: string }): VNode {
  return <Block text={JSON.stringify(value, undefined, 2)} label={label} />
}

import type { ComponentChildren, VNode } from 'preact'

/** A part of the details with a heading. */
export function Section(props: {
  title: string
  children: ComponentChildren
  side?: ComponentChildren
}): VNode {
  return (
    <section class="part">
      <div class="part-head">
        <h3>{props.title}</h3>
        {props.side}
      </div>
      {props.children}
    </section>
  )
}

/** A name and what it stands for; nothing where there is nothing. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode | null {
  if (children === undefined || children === null || children === false) return null
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A word on what something is; colour never says it alone. */
export function Badge({
  tone,
  children,
}: {
  tone?: 'bad' | 'warn' | 'good' | undefined
  children: ComponentChildren
}): VNode {
  return <span class={`badge ${tone ?? ''}`}>{children}</span>
}

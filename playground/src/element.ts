/** Makes an element: properties are set as they are, `aria-…` and `data-…` as attributes, events by `on…`. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Readonly<Record<string, unknown>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (name in made) Reflect.set(made, name, value)
    else made.setAttribute(name, String(value))
  }
  made.append(...children)
  return made
}

/** The element of the page with this `id`. */
export function find<Type extends HTMLElement = HTMLElement>(id: string): Type {
  return document.querySelector<Type>(`#${id}`)!
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

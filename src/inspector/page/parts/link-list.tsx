import type { ComponentChildren, VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { showDetails } from '../data/focus.ts'

/** How many rows more are made than are seen, on each side. */
const SPARE = 8

/** What is left free above and below the rows together, in pixels. */
const MARGIN = 8

interface Props<T> {
  readonly items: readonly T[]
  /** What is open. */
  readonly current: string | undefined
  readonly label: string
  /** Height of a row, in `rem`. */
  readonly height: number
  keyOf(item: T): string
  hrefOf(key: string): string
  row(item: T): ComponentChildren
}

/** A list of links of any length, of which only those in sight are made. Arrow keys walk it; it is one stop of the Tab key. */
export function LinkList<T>(props: Props<T>): VNode {
  const { items, current, keyOf } = props
  const box = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const [seen, setSeen] = useState({ top: 0, height: 800 })
  const [active, setActive] = useState<string | undefined>(undefined)
  const rowHeight = props.height * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

  const positions = new Map(items.map((item, index) => [keyOf(item), index]))
  const activeIndex = positions.get(active ?? '') ?? positions.get(current ?? '') ?? 0
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - SPARE)
  const last = Math.min(items.length - 1, Math.ceil((seen.top + seen.height) / rowHeight) + SPARE)
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  // What has the focus must stay, however far it is scrolled away.
  if (activeIndex < first && items.length > 0) shown.unshift(activeIndex)
  if (activeIndex > last) shown.push(activeIndex)

  const measure = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    setSeen((old) =>
      old.top === scrollTop && old.height === clientHeight ? old : { top: scrollTop, height: clientHeight },
    )
  }
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (current !== undefined && positions.has(current)) {
      setActive(current)
      scrollTo(box.current, positions.get(current)!, rowHeight)
      measure()
    }
  }, [current])
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    box.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus({ preventScroll: true })
  })

  const walk = (event: KeyboardEvent, from: number): void => {
    const page = Math.max(1, Math.floor(seen.height / rowHeight) - 1)
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: Infinity,
    }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const index = Math.min(items.length - 1, Math.max(0, to))
    wantsFocus.current = true
    setActive(keyOf(items[index]!))
    scrollTo(box.current, index, rowHeight)
    measure()
  }

  return (
    <div class="rows" ref={box} onScroll={measure}>
      <ul aria-label={props.label} style={{ height: `${items.length * rowHeight}px` }}>
        {shown.map((index) => {
          const item = items[index]!
          const key = keyOf(item)
          return (
            <li
              key={key}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
            >
              <a
                class="row"
                href={props.hrefOf(key)}
                tabIndex={index === activeIndex ? 0 : -1}
                aria-current={key === current ? 'true' : undefined}
                onFocus={() => setActive(key)}
                onKeyDown={(event) => walk(event, index)}
                onClick={(event) => showDetails(event)}
              >
                {props.row(item)}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Scrolls as little as brings a row into sight. */
function scrollTo(box: HTMLElement | null, index: number, rowHeight: number): void {
  if (box === null) return
  const top = index * rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + rowHeight + MARGIN > box.scrollTop + box.clientHeight)
    box.scrollTop = top + rowHeight + MARGIN - box.clientHeight
}

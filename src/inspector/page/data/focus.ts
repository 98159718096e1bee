import { signal } from '@preact/signals'

/** Rises when the focus should go to the heading of the details: whoever opens them with keys wants to read them. */
export const detailsWanted = signal(0)

/** Whether only one of the list and the details is seen. */
const narrow = matchMedia('(width < 56rem)')

/** Takes note of how a link in a list was followed: the mouse leaves the focus where it is, unless the list goes away. */
export function showDetails(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.detail === 0 || narrow.matches) detailsWanted.value++
}

/** Gives the focus to the search, if there is one. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('input[type="search"]')
  if (search === null || search.offsetParent === null) return false
  search.focus()
  search.select()
  return true
}

/** Gives the focus to the row that is open, or to the first. */
export function focusList(): boolean {
  const row = document.querySelector<HTMLElement>('.rows a[tabindex="0"], .problem-list a')
  if (row === null || row.offsetParent === null) return false
  row.focus()
  return true
}

/** `/` goes to the search, `Escape` from the details to the list. */
export function listenToKeys(goBack: () => void): () => void {
  const listen = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    const isTyping = target.closest('input, textarea, select') !== null
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (event.key === '/' && !isTyping && focusSearch()) event.preventDefault()
    if (event.key === 'Escape' && target.closest('.details') !== null && !focusList()) goBack()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

/**
 * Makes links of the lines in Vite's error overlay that name a problem in the inspector: the overlay itself only makes links of
 * files. It finds the inspector beside itself, whatever host the page was opened by.
 */
export const OVERLAY_SCRIPT = `const link = /\\S*__module-registry\\/(#\\/problems\\/[A-Z_]+-[0-9a-f-]+)/
function look() {
  for (const overlay of document.querySelectorAll('vite-error-overlay')) {
    for (const node of overlay.shadowRoot?.querySelector('.stack')?.childNodes ?? []) {
      const match = node.nodeType === Node.TEXT_NODE ? link.exec(node.data) : null
      if (match === null) continue
      const rest = node.splitText(match.index)
      rest.splitText(match[0].length)
      const a = document.createElement('a')
      a.className = 'file-link'
      a.textContent = match[0]
      a.href = new URL('./' + match[1], import.meta.url).href
      a.target = '_blank'
      a.rel = 'noopener'
      rest.replaceWith(a)
    }
  }
}
new MutationObserver(look).observe(document.body, { childList: true })
look()
`

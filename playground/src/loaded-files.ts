import { count, element, find } from './element.ts'

/** Shows which scripts the browser fetches, from now on one by one: that is what loading on demand looks like. */
export function watchLoadedFiles(): { callStarted(id: string): void } {
  const start = performance.now()
  const calls: { readonly id: string; readonly time: number }[] = []
  const seen = new Set<string>()
  let bytesAtStart = 0
  let filesAtStart = 0

  const add = (entry: PerformanceResourceTiming) => {
    const { origin, pathname } = new URL(entry.name)
    if (origin !== location.origin || !/\.[cm]?[jt]s$/.test(pathname) || seen.has(pathname)) return
    seen.add(pathname)
    if (entry.startTime < start) {
      filesAtStart++
      bytesAtStart += entry.decodedBodySize
      find('at-start').textContent =
        `At the start: ${count(filesAtStart, 'file')}, ${kilobytes(bytesAtStart)}. A call adds what it needs.`
      return
    }
    const cause = calls.findLast(({ time }) => time <= entry.startTime)?.id
    find('loaded-files').append(
      element(
        'li',
        {},
        element('code', {}, pathname.slice(pathname.lastIndexOf('/') + 1)),
        element('span', { className: 'size' }, kilobytes(entry.decodedBodySize)),
        ...(cause === undefined ? [] : [element('span', { className: 'cause' }, `for ${cause}`)]),
      ),
    )
  }

  performance.setResourceTimingBufferSize(1000)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) add(entry as PerformanceResourceTiming)
  }).observe({ type: 'resource', buffered: true })

  return { callStarted: (id) => calls.push({ id, time: performance.now() }) }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** How late a timer may be before the host itself is to blame, and how much more time that gives; in milliseconds. */
const LATE_MS = 250
const GRACE_MS = 1000

/** A timer that gives more time once, when the host was too busy to see what came within it. */
export function startTimer(milliseconds: number, end: () => void): { stop(): void } {
  const due = performance.now() + milliseconds
  const fire = (): void => {
    if (performance.now() - due > LATE_MS) timer = setTimeout(end, GRACE_MS)
    else end()
  }
  let timer = setTimeout(fire, milliseconds)
  return { stop: () => clearTimeout(timer) }
}

import { afterEach, beforeEach } from 'vitest'

/*
 * A warning that no test asked for fails the test. A test that expects one says so with
 * `vi.spyOn(console, 'warn').mockImplementation(() => {})`, which keeps the call from getting here.
 */

const seen: string[] = []

process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') seen.push(`${warning.name}: ${warning.message}`)
})

const original = { warn: console.warn, error: console.error }

beforeEach(() => {
  seen.length = 0
  for (const level of ['warn', 'error'] as const) {
    console[level] = (...parts: unknown[]) => {
      seen.push(`console.${level}: ${parts.map(String).join(' ')}`)
      original[level](...parts)
    }
  }
})

afterEach(() => {
  Object.assign(console, original)
  const surprises = seen.splice(0)
  if (surprises.length > 0)
    throw new Error(`The test warned, and did not expect to:\n${surprises.join('\n')}`)
})

import type { Module } from 'unplugin-module-registry/runtime'

interface Days {
  from: string
  to: string
}

/** The only default export with a name here; the file's own name, `index`, is part of the ID like any other. */
export default class DaysBetween implements Module<Days, string> {
  readonly description = 'How many days lie between two dates.'
  readonly tags = ['dates']

  execute({ from, to }: Days): string {
    const days = Math.round((parseDate(to) - parseDate(from)) / 86_400_000)
    const weeks = Math.trunc(Math.abs(days) / 7)
    const rest = Math.abs(days) % 7
    return `${days} ${Math.abs(days) === 1 ? 'day' : 'days'} (${weeks} weeks and ${rest} days)`
  }
}

function parseDate(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time)) throw new RangeError(`"${text}" is not a date such as 2026-02-28.`)
  return time
}

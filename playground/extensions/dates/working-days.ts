import type { Context as Call, Module as Tool } from 'unplugin-module-registry/runtime'

interface Plan {
  start: string
  days: number
}

class WorkingDays implements Tool<Plan, Promise<string[]>> {
  readonly description = 'The next working days from a date on, one at a time: cancel whenever you like.'
  readonly tags = ['dates', 'slow']

  async execute({ start, days }: Plan, { signal }: Call): Promise<string[]> {
    const found: string[] = []
    const date = new Date(`${start}T00:00:00Z`)
    if (Number.isNaN(date.getTime())) throw new RangeError(`"${start}" is not a date such as 2026-02-28.`)
    while (found.length < days) {
      signal.throwIfAborted()
      const isWeekend = date.getUTCDay() % 6 === 0
      if (!isWeekend) {
        found.push(date.toISOString().slice(0, 10))
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
      date.setUTCDate(date.getUTCDate() + 1)
    }
    return found
  }
}

export { WorkingDays as NextWorkingDays }

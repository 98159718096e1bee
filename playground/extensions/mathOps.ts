import type { Module } from 'unplugin-module-registry/runtime'

interface Numbers {
  numbers: number[]
}

/** Of the inputs, as JSON Schema: what the catalog, and a model, know of them. */
const numbers = {
  type: 'object',
  properties: { numbers: { type: 'array', items: { type: 'number' }, description: 'At least one.' } },
  required: ['numbers'],
} as const

/** One marker is enough for the whole file. */
export class Sum implements Module<Numbers, number> {
  static readonly multiClass = true
  readonly description = 'Adds numbers.'
  readonly inputSchema = numbers
  readonly annotations = { readonly: true, idempotent: true }
  readonly tags = ['numbers']

  execute({ numbers }: Numbers): number {
    return numbers.reduce((sum, number) => sum + number, 0)
  }
}

export class Statistics implements Module<Numbers, { mean: number; median: number; deviation: number }> {
  readonly description = 'Mean, median and standard deviation of numbers.'
  readonly inputSchema = numbers
  readonly outputSchema = {
    type: 'object',
    properties: { mean: { type: 'number' }, median: { type: 'number' }, deviation: { type: 'number' } },
    required: ['mean', 'median', 'deviation'],
  }
  readonly tags = ['numbers']

  execute({ numbers }: Numbers) {
    if (numbers.length === 0) throw new RangeError('There is no mean of no numbers.')
    const sorted = numbers.toSorted((a, b) => a - b)
    const mean = sorted.reduce((sum, number) => sum + number, 0) / sorted.length
    const half = sorted.length / 2
    const median = (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
    const variance = sorted.reduce((sum, number) => sum + (number - mean) ** 2, 0) / sorted.length
    return { mean: round(mean), median, deviation: round(Math.sqrt(variance)) }
  }
}

export class PercentChange implements Module<{ from: number; to: number }, string> {
  readonly description = 'By how many per cent a number has changed.'
  readonly inputSchema = {
    type: 'object',
    properties: { from: { type: 'number' }, to: { type: 'number' } },
    required: ['from', 'to'],
  }
  readonly tags = ['numbers']

  execute({ from, to }: { from: number; to: number }): string {
    if (from === 0) throw new RangeError('A change from 0 has no percentage.')
    const change = round(((to - from) / Math.abs(from)) * 100)
    return `${change < 0 ? '' : '+'}${change} %`
  }
}

function round(number: number): number {
  return Number(number.toFixed(3))
}

import { serveModule } from 'unplugin-module-registry/process'

// A computation that would hold up everything else, if it ran in the application itself.
serveModule({
  name: 'primes',
  version: '1.0.0',
  tools: {
    factorize: {
      description: 'Finds the prime factors of a whole number.',
      inputSchema: {
        type: 'object',
        properties: { number: { type: 'integer', minimum: 2, maximum: 9007199254740991 } },
        required: ['number'],
        additionalProperties: false,
      },
      run({ number }) {
        const factors: number[] = []
        let rest = number
        for (let divisor = 2; divisor * divisor <= rest; divisor++) {
          for (; rest % divisor === 0; rest /= divisor) factors.push(divisor)
        }
        if (rest > 1) factors.push(rest)
        return { factors }
      },
    },
  },
})

import { type Context, defineModule, type Module, multiClass } from 'unplugin-module-registry/runtime'

export class Add implements Module<{ a: number; b: number }, number> {
  readonly description = 'Adds.'
  execute({ a, b }: { a: number; b: number }): number {
    return a + b
  }
}

@multiClass()
export class Fetch {
  async execute(url: string, context: Context & { user: string }): Promise<Response> {
    return fetch(`${url}?user=${context.user}`, { signal: context.signal })
  }
  retries = 3
}

@multiClass
export class Box<T> implements Module<T, T[]> {
  execute(value: T): T[] {
    return [value]
  }
}

export const greet = defineModule({
  tags: ['nice'],
  execute: ({ name }: { name: string }, context) => `Hello ${name} from ${context.id}`,
})

export class Ping {
  execute() {
    return 'pong' as const
  }
}

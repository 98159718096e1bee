import type { serveModule } from 'unplugin-module-registry/process'
import { describe, expectTypeOf, it } from 'vitest'

/** Looks at the types only: a process is one module, and this one is a test. */
const serve = ((definition: unknown) => definition) as unknown as typeof serveModule

describe('the arguments of a tool', () => {
  it('have the type that its inputSchema describes', () => {
    serve({
      name: 'demo',
      version: '1.0.0',
      tools: {
        list: {
          inputSchema: {
            type: 'object',
            properties: {
              q: { type: 'string' },
              limit: { type: 'integer' },
              sort: { enum: ['name', 'age'] },
              tags: { type: 'array', items: { type: 'string' } },
              nested: { type: 'object', properties: { on: { type: 'boolean' } }, required: ['on'] },
              any: {},
            },
            required: ['q'],
          },
          run(args) {
            expectTypeOf(args.q).toEqualTypeOf<string>()
            expectTypeOf(args.limit).toEqualTypeOf<number | undefined>()
            expectTypeOf(args.sort).toEqualTypeOf<'name' | 'age' | undefined>()
            expectTypeOf(args.tags).toEqualTypeOf<string[] | undefined>()
            expectTypeOf(args.nested?.on).toEqualTypeOf<boolean | undefined>()
            expectTypeOf(args.any).toEqualTypeOf<unknown>()
            // @ts-expect-error the schema has no such member
            void args.other
          },
        },
      },
    })
  })

  it('are unknown without a schema, and whatever the tool says they are', () => {
    serve({
      name: 'demo',
      version: '1.0.0',
      tools: {
        plain: { run: (args) => expectTypeOf(args).toEqualTypeOf<unknown>() },
        said: { run: (args: { n: number }) => expectTypeOf(args.n).toEqualTypeOf<number>() },
      },
    })
  })

  it('do not keep anything else from being checked', () => {
    serve({
      name: 'demo',
      version: '1.0.0',
      routes: {
        // @ts-expect-error a route has a path
        one: { method: 'GET', run: () => ({ text: 'x' }) },
        two: { method: 'GET', path: '/two', run: (request) => ({ json: request.query.a, status: 201 }) },
        // @ts-expect-error one kind of body at a time
        three: { method: 'GET', path: '/three', run: () => ({ json: 1, text: 'x' }) },
      },
    })
    // @ts-expect-error there is no such hook
    serve({ name: 'demo', version: '1.0.0', onStop() {} })
  })
})

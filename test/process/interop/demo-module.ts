import { serveModule } from 'unplugin-module-registry/process'

/*
 * The demo module of the Go reference, written with our helper: same name, tool and routes, so that the recorded
 * conversation holds for it.
 */

const tree = {
  component: 'card',
  props: { title: 'Demo module' },
  children: [
    { component: 'heading', props: { level: 1, text: 'Hello from the demo module' } },
    {
      component: 'paragraph',
      props: {
        text: 'This screen came from a validated ui.node.v1 tree returned by an out-of-process child over moduleproto.',
      },
    },
    { component: 'button', props: { label: 'Refresh', variant: 'primary' }, action_ref: 'refresh' },
  ],
}

serveModule({
  name: 'demo',
  version: '1.0.0',
  tools: {
    ping: {
      description: 'Reverse-queries the granted host entity and reports the row count.',
      inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
      async run(_args, { caller, host }) {
        const { rows, total } = await host.query({ entity: 'articles', limit: 100 })
        return { caller: caller.subject, entity: 'articles', rows, total }
      },
    },
  },
  routes: {
    hello: {
      method: 'GET',
      path: '/demo/hello',
      run: () => ({ headers: { 'X-Module': 'demo' }, ui: tree }),
    },
    tree: {
      method: 'GET',
      path: '/demo/tree',
      run: () => ({ headers: { 'X-Module': 'demo' }, json: tree }),
    },
    items: {
      method: 'GET',
      path: '/demo/items',
      async run(_request, { host }) {
        try {
          const { rows, total } = await host.query({ entity: 'articles', limit: 100 })
          return { json: { entity: 'articles', rows, total } }
        } catch (error) {
          const { code, message } = error as { code?: unknown; message: string }
          return { status: 403, json: { error: `moduleproto: rpc error ${code}: ${message}` } }
        }
      },
    },
  },
})

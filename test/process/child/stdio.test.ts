import { describe, expect, it } from 'vitest'
import { buildChild } from './support/build-child.ts'
import { start } from './support/start.ts'

describe('stdout of a module', () => {
  it('belongs to the protocol: what else is written goes to stderr', async () => {
    const file = await buildChild(`
      import { serveModule } from 'unplugin-module-registry/process'
      import { once } from 'node:events'
      import { Readable } from 'node:stream'
      import { Worker } from 'node:worker_threads'
      serveModule({
        name: 'noisy',
        version: '1.0.0',
        tools: {
          talk: {
            async run(_args, { log }) {
              console.log('by console.log')
              console.info('by console.info')
              console.table([{ a: 1 }])
              console.error('by console.error')
              process.stdout.write('by process.stdout')
              process.stdout.write(Buffer.from('by bytes\\n'), () => console.log('by a callback'))
              Readable.from(['by a pipe\\n']).pipe(process.stdout, { end: false })
              const worker = new Worker("console.log('by a thread')", { eval: true })
              await once(worker, 'exit')
              process.stdout.end('by the end')
              log('by log')
              return 'clean'
            },
          },
        },
      })
      console.log('right after it')
    `)
    const child = start([process.execPath, file])
    for (let n = 1; n <= 2; n++) {
      const { result } = await child.request('module.tool.call', { tool_id: 'talk', caller: {} })
      expect(result).toEqual({ result: 'clean' })
    }
    expect((await child.request('module.health', {})).result).toMatchObject({ ok: true })
    expect(child.lines).toHaveLength(3)
    const said = ['console.log', 'console.info', 'console.error', 'process.stdout', 'bytes', 'a callback']
    for (const way of [...said, 'a pipe', 'a thread', 'the end', 'log']) {
      await expect.poll(child.stderr).toContain(`by ${way}`)
    }
    expect(child.stderr()).toContain('right after it')
    expect(child.stderr()).toContain('[noisy] by log')
  })
})

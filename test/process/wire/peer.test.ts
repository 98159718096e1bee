import { describe, expect, it } from 'vitest'
import {
  CallTimeoutError,
  FrameTooLargeError,
  NO_ANSWER,
  PeerClosedError,
  TooManyCallsError,
  WireError,
} from '../../../src/process.ts'
import { connect, request, scripted, settle } from './support.ts'

const never = () => new Promise(() => {})

describe('a call', () => {
  it('goes both ways at once, with numbers of its own each way', async () => {
    const { host, child } = connect(
      { handlers: { up: (params) => ['up', params] } },
      { handlers: { down: async (params) => [await child.call('up', params), 'down'] } },
    )
    const calls = Array.from({ length: 20 }, (_, index) => host.call('down', index))
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => [['up', index], 'down']))
  })

  it('gives what the other side says: null for nothing, errors with code and data', async () => {
    const refused = new WireError(-32096, 'no', { why: 1 })
    const { host } = connect(
      {},
      {
        handlers: {
          nothing: () => undefined,
          refuse: () => Promise.reject(refused),
          wrapped: () => Promise.reject(new Error('outer', { cause: refused })),
          fail: () => {
            throw new Error('it broke')
          },
          odd: () => Promise.reject('just a text'),
          bigint: () => 1n,
          cycle: () => {
            const one: Record<string, unknown> = {}
            one.self = one
            return one
          },
          function: () => () => {},
        },
      },
    )
    expect(await host.call('nothing')).toBeNull()
    await expect(host.call('refuse')).rejects.toMatchObject({ code: -32096, message: 'no', data: { why: 1 } })
    await expect(host.call('wrapped')).rejects.toMatchObject({ code: -32096, message: 'no' })
    await expect(host.call('fail')).rejects.toMatchObject({ code: -32603, message: 'it broke' })
    await expect(host.call('odd')).rejects.toMatchObject({ code: -32603, message: 'just a text' })
    await expect(host.call('bigint')).rejects.toThrow('marshal result: ')
    await expect(host.call('cycle')).rejects.toThrow('marshal result: ')
    await expect(host.call('function')).rejects.toThrow('marshal result: ')
    await expect(host.call('toString')).rejects.toThrow('method not found: toString')
    expect(await host.call('nothing')).toBeNull()
  })

  it('keeps the text of a result', async () => {
    const { peer, send } = scripted()
    const answer = peer.callForText('list')
    await settle()
    send('{"jsonrpc":"2.0","id":1, "result" : {"n": 1.0, "n":2} }')
    expect(await answer).toEqual({ result: { n: 2 }, text: '{"n": 1.0, "n":2}' })
  })

  it('is refused over the cap of calls, and writes nothing', async () => {
    const { host } = connect({ maxInflight: 2 }, { handlers: { never } })
    void host.call('never').catch(() => {})
    void host.call('never').catch(() => {})
    await expect(host.call('never')).rejects.toThrow(TooManyCallsError)
    expect(host.inflight).toBe(2)
    await host.close()
  })

  it('fails alone when it is larger than a frame, or no JSON', async () => {
    const { host } = connect({}, { handlers: { echo: (params) => params } })
    await expect(host.call('echo', 'x'.repeat(1_048_576))).rejects.toThrow(FrameTooLargeError)
    await expect(host.call('echo', 1n)).rejects.toThrow(TypeError)
    await expect(host.call('')).rejects.toThrow(TypeError)
    expect(host.inflight).toBe(0)
    expect(await host.call('echo', 1)).toBe(1)
  })

  it('fails alone when its result is larger than a frame', async () => {
    const { host } = connect({}, { handlers: { large: () => 'x'.repeat(2_000_000), small: () => 1 } })
    await expect(host.call('large')).rejects.toMatchObject({ code: -32099 })
    expect(await host.call('small')).toBe(1)
  })

  it('that is given up forgets its signal and its timer', async () => {
    const { host } = connect({}, { handlers: { never } })
    const controller = new AbortController()
    const call = host.call('never', {}, { signal: controller.signal, timeoutMs: 100_000 })
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await expect(host.call('never', {}, { signal: controller.signal })).rejects.toThrow('enough')
    await expect(host.call('never', {}, { timeoutMs: 5 })).rejects.toThrow(CallTimeoutError)
    expect(host.inflight).toBe(0)
  })

  it('takes late answers calmly, thousands of them, and forgets them', async () => {
    const { peer, send } = scripted()
    for (let round = 0; round < 100; round++) {
      const controller = new AbortController()
      const calls = Array.from({ length: 30 }, () => peer.call('slow', {}, { signal: controller.signal }))
      await settle()
      controller.abort(new Error('too late'))
      await Promise.allSettled(calls)
      for (let id = round * 30 + 1; id <= (round + 1) * 30; id++) send({ jsonrpc: '2.0', id, result: 1 })
    }
    await settle()
    expect(peer.state).toBe('open')
    expect(peer.inflight).toBe(0)
    const last = peer.call('again')
    await settle()
    send({ jsonrpc: '2.0', id: 3001, result: 'there' }, { jsonrpc: '2.0', id: 3001, result: 'twice' })
    expect(await last).toBe('there')
    expect(peer.state).toBe('open')
  })

  it('takes an answer without a result for null', async () => {
    const { peer, send } = scripted()
    const answer = peer.call('go')
    await settle()
    send('{"jsonrpc":"2.0","id":1}')
    expect(await answer).toBeNull()
  })
})

describe('serving', () => {
  it('starts in the order of arrival, and answers in that of the ends', async () => {
    const started: unknown[] = []
    const { send, written } = scripted({
      handlers: {
        work: async (params) => {
          started.push(params)
          if (params === 1) await settle()
          return params
        },
      },
    })
    send(request(1, 'work', 1), request(2, 'work', 2), { jsonrpc: '2.0', method: 'work', params: 3 })
    await settle()
    expect(started).toEqual([1, 2, 3])
    expect((await written()).map(({ id }) => id)).toEqual([2, 1])
  })

  it('refuses what is over its cap, and drops notifications', async () => {
    let ends: () => void = () => {}
    const wait = new Promise<void>((resolve) => {
      ends = resolve
    })
    const ran: unknown[] = []
    const { send, written, peer } = scripted({
      maxServeInflight: 2,
      handlers: { wait: () => wait, note: (params) => ran.push(params) },
    })
    send(request(1, 'wait'), request(2, 'wait'), request(3, 'wait'), request(4, 'none'))
    send({ jsonrpc: '2.0', method: 'note', params: 1 })
    expect(await written()).toEqual(
      [3, 4].map((id) => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32098, message: 'serve inflight cap reached' },
      })),
    )
    ends()
    await settle()
    expect(peer.serving).toBe(0)
    send({ jsonrpc: '2.0', method: 'note', params: 2 })
    await settle()
    expect(ran).toEqual([2])
  })

  it('never refuses those who keep to the cap', async () => {
    const { host } = connect({}, { handlers: { work: async () => 'done' } })
    let calls = 0
    const caller = async () => {
      while (calls++ < 5000) expect(await host.call('work')).toBe('done')
    }
    await Promise.all(Array.from({ length: 32 }, caller))
  })

  it('gives no answer where the handler wants none', async () => {
    const { send, written } = scripted({ handlers: { silent: () => NO_ANSWER } })
    send(request(1, 'silent'))
    expect(await written()).toEqual([])
  })

  it('lets nobody take the place of its own cancel', () => {
    const { peer } = scripted({ handlers: { 'module.cancel': () => 'mine' } })
    expect(() => peer.handle('module.cancel', () => {})).toThrow(TypeError)
    expect(() => peer.handle('', () => {})).toThrow(TypeError)
    expect(() => peer.start()).toThrow(TypeError)
  })
})

describe('a cancel', () => {
  it('goes from the host with the number of the frame, and nothing from the child', async () => {
    for (const role of ['host', 'child'] as const) {
      const { peer, written } = scripted({ role })
      const controller = new AbortController()
      const call = peer.call('work', {}, { signal: controller.signal })
      await settle()
      controller.abort()
      await expect(call).rejects.toThrow()
      const cancel = { jsonrpc: '2.0', method: 'module.cancel', params: { request_id: '1' } }
      expect((await written()).slice(1)).toEqual(role === 'host' ? [cancel] : [])
    }
  })

  it('before the call was written takes it back', async () => {
    const { peer, written } = scripted()
    const controller = new AbortController()
    const call = peer.call('work', {}, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toThrow()
    expect(await written()).toEqual([])
  })

  it('gets through a flood, with every place taken', async () => {
    const { send, written } = scripted({
      handlers: {
        wait: (_, { signal }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled'))),
        note: never,
      },
    })
    for (let id = 1; id <= 32; id++) send(request(id, 'wait'))
    for (let note = 0; note < 10_000; note++) send({ jsonrpc: '2.0', method: 'note' })
    send({ jsonrpc: '2.0', method: 'module.cancel', params: { request_id: '32' } })
    expect(await written()).toEqual([{ jsonrpc: '2.0', id: 32, result: 'cancelled' }])
  })

  const readings: [string, unknown, boolean][] = [
    ['digits', '1', true],
    ['spaces in front', '  1', true],
    ['zeros in front', '0001', true],
    ['text behind', '1abc', true],
    ['a fraction behind', '1.5', true],
    ['more behind', '1 2', true],
    ['a plus', '+1', false],
    ['hexadecimal', '0x1', false],
    ['a minus', '-1', false],
    ['nothing', '', false],
    ['a number', 1, false],
    ['null', null, false],
    ['2^64 and one', '18446744073709551617', false],
  ]

  it.each(readings)('is read as the Go reference reads it: %s', async (_, requestId, works) => {
    const { send, written } = scripted({
      handlers: {
        wait: (_params, { signal }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled'))),
      },
    })
    send(request(1, 'wait'), {
      jsonrpc: '2.0',
      method: 'module.cancel',
      params: { request_id: requestId },
    })
    send({ jsonrpc: '2.0', method: 'module.cancel' }, { jsonrpc: '2.0', method: 'module.cancel', params: [] })
    expect(await written()).toHaveLength(works ? 1 : 0)
  })

  it('reaches every call that has the number', async () => {
    const { send, written } = scripted({
      handlers: {
        wait: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(1))),
      },
    })
    send(request(1, 'wait'), request(1, 'wait'), {
      jsonrpc: '2.0',
      method: 'module.cancel',
      params: { request_id: '1' },
    })
    expect(await written()).toHaveLength(2)
  })
})

describe('the end', () => {
  it('of the input fails what is pending, behind the answers that have come', async () => {
    const { peer, send, input } = scripted()
    const calls = Promise.allSettled([peer.call('a'), peer.call('b')])
    await settle()
    send({ jsonrpc: '2.0', id: 1, result: 'in time' })
    input.end()
    const [first, second] = await calls
    expect(first).toEqual({ status: 'fulfilled', value: 'in time' })
    expect((second as PromiseRejectedResult).reason).toBeInstanceOf(PeerClosedError)
    await peer.done
    expect(peer.state).toBe('closed')
    await expect(peer.call('c')).rejects.toThrow(PeerClosedError)
  })

  it('by close fires the signals of what is served, and may come twice', async () => {
    const reasons: unknown[] = []
    const { host, child } = connect(
      {},
      {
        handlers: {
          wait: (_, { signal }) =>
            new Promise(() => signal.addEventListener('abort', () => reasons.push(signal.reason))),
        },
      },
    )
    const call = host.call('wait')
    await settle()
    await child.close()
    await child.close()
    expect(reasons).toHaveLength(1)
    await host.close()
    await expect(call).rejects.toThrow(PeerClosedError)
    await expect(host.notify('x')).rejects.toThrow(PeerClosedError)
  })

  it('by a fault fails what is pending with the fault, and fires signals', async () => {
    let aborted = false
    const { peer, send } = scripted({
      handlers: {
        wait: (_, { signal }) =>
          new Promise(() =>
            signal.addEventListener('abort', () => {
              aborted = true
            }),
          ),
      },
    })
    const faults: Error[] = []
    peer.on('fault', (fault) => faults.push(fault))
    const call = peer.call('a')
    send(request(1, 'wait'))
    await settle()
    send('junk', 'more junk')
    await expect(call).rejects.toThrow('The line begins: "junk"')
    await expect(peer.call('b')).rejects.toThrow(PeerClosedError)
    expect(faults).toEqual([peer.fault])
    expect(aborted).toBe(true)
  })

  it('of the output fails the calls that cannot be written, and no other', async () => {
    const { peer, output, send } = scripted()
    const unwritable: Error[] = []
    peer.on('unwritable', (cause) => unwritable.push(cause))
    const first = peer.call('a')
    await settle()
    output.destroy(new Error('EPIPE'))
    await settle()
    await expect(peer.call('b')).rejects.toThrow(PeerClosedError)
    send({ jsonrpc: '2.0', id: 1, result: 'still there' })
    expect(await first).toBe('still there')
    expect(unwritable).toHaveLength(1)
  })
})

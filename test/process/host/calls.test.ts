import { describe, expect, it } from 'vitest'
import { ProcessUnavailableError, WireError } from '../../../src/process.ts'
import { approved, supervise, until, writeChild } from './support.ts'

const echo = { id: 'echo', name: 'module.demo.echo' }

const CHILD = `
tools.push(${JSON.stringify(echo)})
serve({
  'module.tool.call': ({ tool_id, arguments: given, caller }, id) => {
    if (tool_id === 'echo') return { result: { given, caller: { ...caller, delegation: typeof caller.delegation } } }
    if (tool_id === 'die') process.exit(3)
    if (tool_id === 'last') { process.stderr.write('going down\\n'); setTimeout(() => process.exit(0), 20); return }
    if (tool_id === 'junk') { process.stdout.write('hello, I am a log line\\n'); return }
    if (tool_id === 'never') return
    send({ id, error: { code: -32603, message: 'unknown tool "' + tool_id + '"' } })
  },
})
`

const fixture = () => writeChild(CHILD, { tools: [approved(echo)] })

describe('a supervisor', () => {
  it('calls a module, and gives what its tool gives', async () => {
    const supervisor = supervise(fixture())
    await supervisor.start()
    expect(await supervisor.callTool('echo', { a: 1 }, { caller: { subject: 'user-7' } })).toEqual({
      given: { a: 1 },
      caller: { subject: 'user-7', delegation: 'string' },
    })
    await expect(supervisor.callTool('nope')).rejects.toThrow(new WireError(-32603, 'unknown tool "nope"'))
    await supervisor.stop()
    expect(supervisor.state).toBe('stopped')
    expect(supervisor.pid).toBeUndefined()
  })

  it('settles all calls when the module ends, and starts it again', async () => {
    const supervisor = supervise(fixture())
    await supervisor.start()
    const first = supervisor.pid
    const calls = Array.from({ length: 31 }, () => supervisor.callTool('never'))
    const outcomes = Promise.allSettled([...calls, supervisor.callTool('last')])
    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected')
      const error = (outcome as PromiseRejectedResult).reason as ProcessUnavailableError
      expect(error).toBeInstanceOf(ProcessUnavailableError)
      expect(error.details).toMatchObject({
        module: 'demo',
        exitCode: 0,
        reason: 'its process ended with code 0',
        stderr: 'going down\n',
        retryable: true,
      })
    }
    await until(() => supervisor.state === 'ready')
    expect(supervisor.pid).not.toBe(first)
    expect(supervisor.restarts).toBe(1)
  })

  it('ends a module that prints to its output, and says what it printed', async () => {
    const supervisor = supervise(fixture())
    await supervisor.start()
    await expect(supervisor.callTool('junk')).rejects.toThrow('"hello, I am a log line"')
    await until(() => supervisor.restarts === 1 && supervisor.state === 'ready')
  })

  it('refuses calls while the module is not there, at once', async () => {
    const supervisor = supervise(fixture())
    await expect(supervisor.callTool('echo')).rejects.toThrow('it is not started')
    await supervisor.start()
    await supervisor.stop()
    await expect(supervisor.callTool('echo')).rejects.toThrow(ProcessUnavailableError)
  })

  it('gives a call up at its deadline', async () => {
    const supervisor = supervise(fixture())
    await supervisor.start()
    await expect(supervisor.callTool('never', {}, { timeoutMs: 50 })).rejects.toThrow(
      'it has not answered within 50 ms',
    )
    expect(await supervisor.callTool('echo', 1)).toMatchObject({ given: 1 })
  })
})

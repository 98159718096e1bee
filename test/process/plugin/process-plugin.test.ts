import { describe, expect, it } from 'vitest'
import {
  type PluginSupervisor,
  processPlugins,
  type SuperviseOptions,
} from '../../../src/process/plugin/process-plugin.ts'
import { createRegistry, type ExternalProblem, pluginHost } from '../../../src/runtime.ts'
import { hearErrors, pluginEntry, reasonOf, statuses } from '../../runtime/support/plugins.ts'

/** Supervises nothing, and writes down what it is asked. */
class Supervisor implements PluginSupervisor {
  readonly log: unknown[] = []
  readonly #listeners = new Set<() => void>()
  #problem: ExternalProblem | undefined
  fault: Error | undefined
  readonly options: SuperviseOptions

  constructor(options: SuperviseOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    this.log.push('start')
    if (this.fault !== undefined) throw this.fault
  }
  async callTool(...parameters: Parameters<PluginSupervisor['callTool']>): Promise<unknown> {
    this.log.push(parameters)
    return 7
  }
  async drain(reason: string): Promise<void> {
    this.log.push(`drain ${reason}`)
  }
  async stop(): Promise<void> {
    this.log.push('stop')
  }
  problem(): ExternalProblem | undefined {
    return this.#problem
  }
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  change(problem: ExternalProblem | undefined): void {
    this.#problem = problem
    for (const listener of this.#listeners) listener()
  }
}

function setUp(fault?: Error) {
  const made: Supervisor[] = []
  const child = async () =>
    processPlugins((_, options) => {
      const supervisor = new Supervisor(options)
      supervisor.fault = fault
      made.push(supervisor)
      return supervisor
    })
  const entry = { ...pluginEntry('service:billing', { runtime: 'process', version: '1' }), command: ['node'] }
  const registry = createRegistry([], {}, { plugins: pluginHost([entry], {}, { child }) })
  return { registry, made }
}

describe('a process plugin', () => {
  it('starts, calls and stops its process, and passes on who calls', async () => {
    const { registry, made } = setUp()
    const handlers = { search: async () => ({ results: [] }) }
    const own = { grants: ['articles:read'], handlers }
    await registry.setupAll({
      processes: { 'service:billing': own, 'other:plugin': { grants: ['*:write'] } },
    })
    const [supervisor] = made
    expect(supervisor!.options).toEqual({
      ...{ grants: ['articles:read'], handlers, startTimeoutMs: 30_000, drainTimeoutMs: 13_500 },
    })
    const { instance } = registry.getPlugin('service', 'billing')
    const { signal } = new AbortController()
    const context = { caller: { subject: 'ada', tenant: 5 } }
    expect(await instance.call('total', { a: 1 }, { signal, context })).toBe(7)
    expect(supervisor!.log.at(-1)).toEqual([
      'total',
      { a: 1 },
      { signal, caller: { subject: 'ada', tenant: '' } },
    ])
    await registry.teardownAll()
    expect(supervisor!.log.slice(-2)).toEqual(['drain disable', 'stop'])
  })

  it('leaves nothing behind when it cannot be started', async () => {
    const { registry, made } = setUp(new Error('the program is not there'))
    hearErrors(registry)
    await registry.setupAll({})
    expect(reasonOf(registry, 'service:billing')).toBe('the program is not there')
    expect(made[0]!.log).toEqual(['start', 'stop'])
    expect(made[0]!.options.grants).toEqual([])
  })

  it('says when it is given up, and when it is back', async () => {
    const { registry, made } = setUp()
    await registry.setupAll()
    made[0]!.change({ reason: 'its circuit is open' })
    expect(statuses(registry)).toEqual({ billing: 'unavailable' })
    expect(reasonOf(registry, 'service:billing')).toBe('its circuit is open')
    made[0]!.change(undefined)
    expect(statuses(registry)).toEqual({ billing: 'ready' })
  })
})

import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PluginEntry } from '../../../src/catalog/plugin-entry.ts'
import { resolveDescriptor } from '../../../src/process/host/descriptor.ts'
import { processDescriptor } from '../../../src/process/plugin/process-descriptor.ts'
import { pluginEntry } from '../../runtime/support/plugins.ts'

const sha256 = 'a'.repeat(64)

function billing(more: Partial<PluginEntry> = {}): PluginEntry {
  return {
    ...pluginEntry('service:billing', { runtime: 'process', version: '1.2.0' }),
    ...{ folder: 'plugins/billing', command: ['node', 'server.mjs'] },
    artifact: { path: 'dist/server.mjs', sha256 },
    ...more,
  }
}

describe('the descriptor of a process plugin', () => {
  it('has absolute paths, told from the folder that is given, or else from the working folder', () => {
    const descriptor = processDescriptor(billing(), resolve('/srv/app'))
    expect(descriptor.cwd).toBe(resolve('/srv/app/plugins/billing'))
    expect(descriptor.artifact.path).toBe(resolve('/srv/app/plugins/billing/dist/server.mjs'))
    expect(processDescriptor(billing(), '').cwd).toBe(resolve('plugins/billing'))
    expect(processDescriptor(billing({ cwd: 'work' }), '/srv').cwd).toBe(resolve('/srv/plugins/billing/work'))
  })

  it('takes a program by its name from the path, and by a path from the folder of the plugin', () => {
    const command = (...command: string[]) =>
      processDescriptor(billing({ command, cwd: 'x' }), '/srv').command
    expect(command('node', './a.mjs')).toEqual(['node', './a.mjs'])
    expect(command('./bin/run', '-v')).toEqual([resolve('/srv/plugins/billing/bin/run'), '-v'])
    expect(command('/usr/bin/env', 'node')).toEqual([resolve('/usr/bin/env'), 'node'])
  })

  it('is one that a supervisor takes', () => {
    const entry = billing({
      args: ['--fast'],
      env: { LEVEL: '3' },
      envPass: ['HOME'],
      limits: { inflight: 4 },
      grants: ['articles:read'],
      routes: [{ id: 'items', method: 'GET', path: '/items' }],
      tools: [{ id: 'total', name: 'Total', module: 'billing.total', sha256 }],
      surfaceSha256: sha256,
    })
    const descriptor = resolveDescriptor(processDescriptor(entry, '/srv'))
    expect(descriptor).toMatchObject({
      command: ['node', 'server.mjs', '--fast'],
      requestedGrants: ['articles:read'],
      limits: { inflight: 4, deadlineMs: 10_000 },
      tools: [{ id: 'total', name: 'Total', sha256 }],
      sandbox: false,
    })
    expect(descriptor.env).toEqual(new Map([['LEVEL', '3']]))
  })
})

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PluginEntry } from '../../../src/catalog/plugin-entry.ts'
import { createMcpPlugin } from '../../../src/mcp.ts'
import { createRegistry, type PluginContext } from '../../../src/runtime.ts'

const server = resolve(import.meta.dirname, 'rough-server.mjs')

/** The entry of a plugin, as a manifest gives it. */
export function entryOf(more: Partial<PluginEntry> = {}): PluginEntry {
  return {
    ...{ kind: 'plugin', id: 'tools:rough', pluginKind: 'tools', name: 'rough', runtime: 'mcp_stdio' },
    ...{ folder: '.', priority: 0, dependsOn: [], resources: { required: [], optional: [] }, metadata: {} },
    ...{ startupTimeoutSec: 20, teardownTimeoutSec: 10, scope: 'project', origin: 'plugins' },
    ...more,
  }
}

/** A plugin of the rough server, torn down after the test, and the file in which the server notes what it does. */
export function roughPlugin(mode = 'good', more: Partial<PluginEntry> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'module-registry-mcp-'))
  const file = join(folder, 'notes')
  const command = [process.execPath, server, mode, file]
  const plugin = createMcpPlugin(entryOf({ command, ...more }), { pluginRoot: folder })
  onTestFinished(async () => {
    await plugin.teardown()
    rmSync(folder, { recursive: true, force: true })
  })
  const notes = (): string[] => readFileSync(file, 'utf8').trim().split('\n')
  return {
    plugin,
    folder,
    file,
    notes,
    pids: () =>
      notes()
        .filter((line) => /^\d+$/.test(line))
        .map(Number),
  }
}

/** What a set-up gets. */
export function setupContext(signal: AbortSignal = new AbortController().signal): PluginContext {
  return { config: {}, logger: console, registry: createRegistry(), resources: {}, metadata: {}, signal }
}

/** Whether a process runs. One that has ended may still be listed, while nobody has asked how. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const status = `/proc/${pid}/stat`
    return !existsSync(status) || !/\) Z/.test(readFileSync(status, 'utf8'))
  } catch {
    return false
  }
}

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { linkPackages } from '../support/packed/pack.ts'

const files = {
  'package.json': '{ "type": "module" }',
  'vite.config.ts': `
    import moduleRegistry from 'unplugin-module-registry/vite'
    import { defineConfig } from 'vite'
    export default defineConfig({ plugins: [moduleRegistry()] })`,
  'extensions/math/add.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    export class Add implements Module { execute({ a, b }: { a: number; b: number }) { return a + b } }`,
  'src/sum.ts': `
    import { registry } from 'virtual:module-registry'
    export const sum = (a: number, b: number) => registry.call('math.add', { a, b })`,
  'test/real.test.ts': `
    import { expect, it } from 'vitest'
    import { catalog, registry } from 'virtual:module-registry'
    import { ModuleNotFoundError, Registry } from 'unplugin-module-registry/runtime'
    import { sum } from '../src/sum.ts'
    it('calls a module', async () => {
      expect(await sum(1, 2)).toBe(3)
      expect(catalog.map(({ id }) => id)).toEqual(['math.add'])
    })
    it('has one runtime', async () => {
      expect(registry).toBeInstanceOf(Registry)
      await expect(registry.load('nothing')).rejects.toBeInstanceOf(ModuleNotFoundError)
    })
    it('has the same classes as an import of the file', async () => {
      expect(await registry.load('math.add')).toBe((await import('../extensions/math/add.ts')).Add)
    })`,
  'test/mocked.test.ts': `
    import { expect, it, vi } from 'vitest'
    import { sum } from '../src/sum.ts'
    vi.mock('virtual:module-registry', () => ({ registry: { call: async () => 'mocked' } }))
    it('is a mock', async () => expect(await sum(1, 2)).toBe('mocked'))`,
  'test/by-hand.test.ts': `
    import { createRegistry } from 'unplugin-module-registry/runtime'
    import { expect, it } from 'vitest'
    it('is filled by hand', async () => {
      const registry = createRegistry()
      registry.register('double', { execute: (n: number) => 2 * n })
      expect(await registry.call('double', 21)).toBe(42)
    })`,
  'test/in-a-page.test.ts': `
    // @vitest-environment ./page-environment.ts
    import { expect, it } from 'vitest'
    import { sum } from '../src/sum.ts'
    it('calls a module', async () => expect(await sum(1, 2)).toBe(3))`,
  // What jsdom and happy-dom do as far as the registry is concerned: modules are transformed as for pages.
  'page-environment.ts':
    "export default { name: 'page', viteEnvironment: 'client', setup: () => ({ teardown() {} }) }",
}

it('runs in Vitest with the plugin in the config, and nothing more', () => {
  const root = mkdtempSync(join(inject('packed').project, 'vitest-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  linkPackages(root, ['vitest'])
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { stdout, stderr, status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', VITEST: '', TEST: '', VITEST_POOL_ID: '', VITEST_WORKER_ID: '' },
  })
  expect(stderr).toBe('')
  const { numPassedTests, testResults } = JSON.parse(stdout) as {
    numPassedTests: number
    testResults: { message: string; assertionResults: { failureMessages: string[] }[] }[]
  }
  const failures = testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ])
  expect(failures).toEqual([])
  expect([numPassedTests, status]).toEqual([6, 0])
})

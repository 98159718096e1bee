import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { app } from './support/app.ts'
import { createProject } from './support/project.ts'
import { runNode } from './support/run.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')

it("works in a consumer's Vitest, with nothing more to configure", async () => {
  const project = await createProject(
    {
      ...app,
      'vitest.config.ts': `
        import moduleRegistry from 'unplugin-module-registry/vite'
        export default { plugins: [moduleRegistry()] }`,
      'src/sum.ts': `
        import { registry } from 'virtual:module-registry'
        export const sum = (a: number, b: number) => registry.call('math.ops.add', { a, b })`,
      'test/real.test.ts': `
        import { expect, test } from 'vitest'
        import { ModuleNotFoundError, createRegistry } from 'unplugin-module-registry/runtime'
        import { catalog, registry } from 'virtual:module-registry'
        import { sum } from '../src/sum'
        test('calls', async () => {
          expect(await sum(1, 2)).toBe(3)
          expect(catalog).toHaveLength(6)
          await expect(registry.load('nothing')).rejects.toBeInstanceOf(ModuleNotFoundError)
        })
        test('fills by hand', async () => {
          const own = createRegistry()
          own.register('a.b', { execute: () => 1 })
          expect(await own.call('a.b', {})).toBe(1)
        })`,
      'test/mocked.test.ts': `
        import { expect, test, vi } from 'vitest'
        import { sum } from '../src/sum'
        vi.mock('virtual:module-registry', () => ({ registry: { call: async () => 'mocked' } }))
        test('mocks', async () => expect(await sum(1, 2)).toBe('mocked'))`,
    },
    { installed: 'full' },
  )
  project.link('node_modules/vitest', `${modules}/vitest`)
  const args = [resolve(modules, 'vitest/vitest.mjs'), 'run', '--reporter=json', '--no-color']
  const { status, stdout, stderr } = runNode(args, { cwd: project.root })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 3, numTotalTests: 3 })
})

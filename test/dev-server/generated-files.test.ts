import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { moduleText, PATIENCE, startDev } from './support/dev.ts'

const files = { 'tsconfig.json': '{}', 'extensions/alpha.ts': moduleText('Alpha', { description: 'one' }) }

describe('generated files of a dev server', () => {
  it('are written before anybody is told, once, and wake nobody', async () => {
    const options = { dts: 'extensions/module-registry.d.ts', output: 'extensions/registry.gen.ts' }
    const dev = await startDev(files, { options })
    const page = await dev.open()
    const texts = () => Object.values(options).map((file) => readFileSync(dev.project.path(file), 'utf8'))
    const late = () => dev.project.write({ 'extensions/late.ts': moduleText('Late') })
    const seen: string[] = []
    const { push } = page.updates
    page.updates.push = (...updates) => {
      seen.push(...texts())
      return push.apply(page.updates, updates)
    }
    const messages = await dev.step(
      page,
      late,
      'add extensions/late.ts',
      'change extensions/module-registry.d.ts',
    )
    expect(messages).toHaveLength(1)
    for (const text of seen.slice(0, 2)) expect(text).toContain('late')
    const times = () =>
      Object.values(options).map((file) => statSync(dev.project.path(file), { bigint: true }).mtimeNs)
    const before = times()
    await dev.settled()
    const body = () =>
      dev.project.write({ 'extensions/alpha.ts': moduleText('Alpha', { description: 'one', body: '// x' }) })
    await dev.changed(body, 'change extensions/alpha.ts')
    expect(times()).toEqual(before)
    await dev.expectAgreement()
  })

  it('come back when they are deleted, and are set right when another tool changes what they say', async () => {
    const dev = await startDev(files)
    const path = dev.project.path('module-registry.d.ts')
    const text = readFileSync(path, 'utf8')
    await dev.changed(() => dev.project.remove('module-registry.d.ts'))
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe(text), PATIENCE)
    writeFileSync(path, 'something else')
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe(text), PATIENCE)
  })

  it('come back with the next save where nobody watches them', async () => {
    const dev = await startDev(files, { config: { server: { watch: { ignored: ['**/*.d.ts'] } } } })
    dev.project.remove('module-registry.d.ts')
    const body = () =>
      dev.project.write({ 'extensions/alpha.ts': moduleText('Alpha', { description: 'one', body: '// x' }) })
    await dev.changed(body, 'change extensions/alpha.ts')
    expect(existsSync(dev.project.path('module-registry.d.ts'))).toBe(true)
  })

  it('follow a tsconfig that decides how they look', async () => {
    const dev = await startDev(files, { options: { output: 'src/registry.ts' } })
    const specifier = () =>
      /extensions\/alpha\.[jt]s/.exec(readFileSync(dev.project.path('src/registry.ts'), 'utf8'))![0]
    const before = specifier()
    const compilerOptions = { allowImportingTsExtensions: true }
    const change = () => dev.project.write({ 'tsconfig.json': JSON.stringify({ compilerOptions }) })
    await dev.changed(change, 'change tsconfig.json')
    await vi.waitFor(() => {
      const text = readFileSync(dev.project.path('src/registry.ts'), 'utf8')
      expect(text).toContain("import('../extensions/alpha.ts')")
    }, PATIENCE)
    expect(before).toBeDefined()
  })
})

import { describe, expect, it } from 'vitest'
import { scanDirectory, scanFile, UnreadableError } from '../../../src/index.ts'
import { memoryHost } from '../../support/memory-host.ts'
import { printCompilation, printProblems } from '../../support/print.ts'
import { compileFiles, moduleFile } from '../../support/project.ts'

const project = {
  'extensions/ok.ts': moduleFile('Ok'),
  'extensions/secret.ts': { refuses: 'EACCES' },
  'extensions/vault/': { refuses: 'EPERM' },
  'extensions/odd.ts': { refuses: 'EIO' },
  'extensions/secret.mts': { refuses: 'EACCES' },
}

describe('what the system refuses to read', () => {
  it('is UNREADABLE with path and reason, and the rest is still scanned', async () => {
    expect(printCompilation(await compileFiles(project))).toBe(
      [
        'ok  Ok  extensions/ok.ts',
        '',
        'extensions/odd.ts  error  UNREADABLE',
        '  extensions/odd.ts cannot be read: EIO.',
        '',
        'extensions/secret.ts  error  UNREADABLE',
        '  extensions/secret.ts cannot be read: permission denied (EACCES).',
        '',
        'extensions/vault  error  UNREADABLE',
        '  extensions/vault cannot be read: operation not permitted (EPERM).',
        '',
        '3 errors',
      ].join('\n'),
    )
  })

  it('is reported by scanDirectory and thrown by scanFile', async () => {
    const host = memoryHost(project)
    const { diagnostics } = await scanDirectory('extensions', { root: host.root }, host)
    expect(diagnostics.map(({ code }) => code)).toEqual(['UNREADABLE', 'UNREADABLE', 'UNREADABLE'])
    const failure = scanFile('extensions/secret.ts', { root: host.root }, host)
    await expect(failure).rejects.toBeInstanceOf(UnreadableError)
    await expect(failure).rejects.toMatchObject({
      code: 'UNREADABLE',
      message: 'extensions/secret.ts cannot be read: permission denied (EACCES).',
      details: { path: 'extensions/secret.ts', reason: 'permission denied (EACCES)' },
      cause: { code: 'EACCES' },
    })
  })

  it('may be the root itself', async () => {
    expect(printProblems(await compileFiles({ 'extensions/': { refuses: 'EACCES' } }))).toBe(
      'extensions  UNREADABLE',
    )
  })

  it('is no reason to fail where only a base class would have been there', async () => {
    const compilation = await compileFiles({
      'lib/base.ts': { refuses: 'EACCES' },
      'extensions/a.ts': "import { Base } from '../lib/base'\nexport class A extends Base { execute() {} }",
    })
    expect(printProblems(compilation)).toBe('extensions/a.ts:2:24  UNRESOLVED_HERITAGE')
  })

  it('is no problem when it has vanished since its folder was listed', async () => {
    const host = memoryHost({ 'extensions/a.ts': moduleFile('A'), 'extensions/b.ts': moduleFile('B') })
    const read = host.read
    host.read = (file) => {
      if (file.endsWith('/a.ts')) host.remove('extensions/b.ts')
      return read(file)
    }
    const { files, diagnostics } = await scanDirectory('extensions', { root: host.root }, host)
    expect(files.map(({ file }) => file)).toEqual(['extensions/a.ts'])
    expect(diagnostics).toEqual([])
  })
})

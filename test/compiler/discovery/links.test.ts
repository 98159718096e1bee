import { describe, expect, it } from 'vitest'
import type { MemoryFiles } from '../../support/memory-host.ts'
import { memoryHost } from '../../support/memory-host.ts'
import { printCompilation, printProblems } from '../../support/print.ts'
import { compileFiles, compileOn, createProject, moduleFile } from '../../support/project.ts'

const links = {
  'extensions/ok.ts': moduleFile('Ok'),
  'extensions/sub/inner.ts': moduleFile('Inner'),
  'extensions/loop': { link: '../extensions' },
  'extensions/sub/up': { link: '..' },
  'extensions/again.ts': { link: 'ok.ts' },
  'extensions/out': { link: '../outside' },
  'extensions/far.ts': { link: '../outside/evil.ts' },
  'extensions/gone.ts': { link: 'nowhere.ts' },
  'extensions/_private': { link: '../outside' },
  'outside/evil.ts': moduleFile('Evil'),
} satisfies MemoryFiles

const modules = 'ok  Ok  extensions/ok.ts\nsub.inner  Inner  extensions/sub/inner.ts'

describe('links below a root', () => {
  it('are not followed, without a word', async () => {
    expect(printCompilation(await compileFiles(links))).toBe(`${modules}\n\nno problems`)
  })

  it('add nothing where they stay inside, and are reported where they lead out or nowhere', async () => {
    const host = memoryHost(links)
    expect(printCompilation(await compileOn(host, { followSymlinks: true }))).toBe(
      [
        modules,
        '',
        'extensions/far.ts  warning  SYMLINK_ESCAPES',
        '  The link extensions/far.ts leads out of its extensions root, to ../outside/evil.ts. It is not followed.',
        '  fix   Give the target a root of its own in the `extensions` option.',
        '',
        'extensions/gone.ts  error  UNREADABLE',
        '  extensions/gone.ts cannot be read: no such file or folder (ENOENT).',
        '',
        'extensions/out  warning  SYMLINK_ESCAPES',
        '  The link extensions/out leads out of its extensions root, to ../outside. It is not followed.',
        '  fix   Give the target a root of its own in the `extensions` option.',
        '',
        '1 error, 2 warnings',
      ].join('\n'),
    )
    expect(host.reads.filter((path) => path.includes('outside'))).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('are the same on a disk', async () => {
    const project = createProject(links)
    for (const followSymlinks of [true, false]) {
      expect(printCompilation(await project.compile({ followSymlinks }))).toBe(
        printCompilation(await compileFiles(links, { followSymlinks })),
      )
    }
  })

  it('that lead in a circle only are unreadable', async () => {
    const circle = {
      'extensions/ok.ts': moduleFile('Ok'),
      'extensions/a.ts': { link: 'b.ts' },
      'extensions/b.ts': { link: 'a.ts' },
    }
    expect(printProblems(await compileFiles(circle))).toBe('')
    const compilation = await compileFiles(circle, { followSymlinks: true })
    expect(compilation.diagnostics.map(({ details }) => details)).toEqual([
      { path: 'extensions/a.ts', reason: 'its links lead in a circle (ELOOP)' },
      { path: 'extensions/b.ts', reason: 'its links lead in a circle (ELOOP)' },
    ])
  })

  it('to a target that is skipped make no module of it', async () => {
    const files = { 'extensions/_old/x.ts': moduleFile('X'), 'extensions/x.ts': { link: '_old/x.ts' } }
    expect(printCompilation(await compileFiles(files, { followSymlinks: true }))).toBe(
      'no modules\n\nno problems',
    )
  })

  it('to a folder whose name only begins like the root are out of it', async () => {
    const files = { 'extensions/a': { link: '../extensions-old' }, 'extensions-old/a.ts': moduleFile('A') }
    expect(printProblems(await compileFiles(files, { followSymlinks: true }))).toBe(
      'extensions/a  SYMLINK_ESCAPES',
    )
  })
})

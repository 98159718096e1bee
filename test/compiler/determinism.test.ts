import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Compilation } from '../../src/index.ts'
import { type MemoryFiles, memoryHost } from '../support/memory-host.ts'
import { entriesOf } from '../support/print.ts'
import { compileOn, createProject, moduleFile, multiClassFile } from '../support/project.ts'
import { awkwardProject } from './awkward-project.ts'

/** A folder with every character that breaks careless code. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a text that must not be evaluated
const AWKWARD = 'it\'s "here" ${1} `x` #1 %41'

const options = { extensions: ['extensions', { root: 'more', namespace: 'more' }], output: 'gen/registry.ts' }
const files: MemoryFiles = {
  ...awkwardProject,
  'more/x.ts': moduleFile('X'),
  'more/y/z.ts': multiClassFile('A', 'B'),
}

/** Everything that a compilation gives, as text. */
function bytes(compilation: Compilation): string {
  const { emit, diagnostics, inputs, fileCount } = compilation
  return JSON.stringify(
    [
      entriesOf(compilation),
      diagnostics,
      inputs,
      fileCount,
      emit.registryModule(),
      emit.catalogModule(),
      emit.files(),
    ],
    null,
    1,
  )
}

describe('compile gives the same bytes', () => {
  it('whatever the order in which folders are listed', async () => {
    const expected = bytes(await compileOn(memoryHost(files), options))
    const reversed = memoryHost(files, { order: (names) => [...names].reverse() })
    expect(bytes(await compileOn(reversed, options))).toBe(expected)
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const order = (names: readonly string[]) =>
          names
            .map((name) => ({ name, key: numbers.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ name }) => name)
        expect(bytes(await compileOn(memoryHost(files, { order }), options))).toBe(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('wherever the project is', async () => {
    const expected = bytes(await compileOn(memoryHost(files, { root: '/project' }), options))
    for (const root of [
      '/',
      '/a/b/c d',
      `/${AWKWARD}/übung`,
      '/node_modules/.pnpm/x',
      '/extensions/extensions',
    ]) {
      const compilation = await compileOn(memoryHost(files, { root }), options)
      expect(bytes(compilation), root).toBe(expected)
    }
  })

  it('also on a disk, in a folder with an awkward name', async () => {
    const { 'extensions/secret.ts': _, ...readable } = files
    const texts = Object.fromEntries(
      Object.entries(readable).filter(([path]) => path !== 'extensions/case.ts'),
    ) as Record<string, string>
    const name = process.platform === 'win32' ? 'über all' : AWKWARD
    const onDisk = await createProject(texts, name).compile(options)
    expect(bytes(onDisk)).toBe(bytes(await compileOn(memoryHost(texts), options)))
  })

  it('however the project is named in the options', async () => {
    const host = memoryHost(files)
    const expected = bytes(await compileOn(host, options))
    for (const root of ['/project/', '/project/.', '/x/../project']) {
      expect(bytes(await compileOn(host, { ...options, root }))).toBe(expected)
    }
  })

  it('for files that were checked out with other line ends or a byte-order mark', async () => {
    const changed = (change: (text: string) => string): MemoryFiles =>
      Object.fromEntries(
        Object.entries(files).map(([path, node]) => [path, typeof node === 'string' ? change(node) : node]),
      )
    const expected = bytes(await compileOn(memoryHost(files), options))
    expect(
      bytes(await compileOn(memoryHost(changed((text) => text.replaceAll('\n', '\r\n'))), options)),
    ).toBe(expected)
    expect(bytes(await compileOn(memoryHost(changed((text) => `\ufeff${text}`)), options))).toBe(expected)
  })

  it('and never the path of the machine', async () => {
    const root = '/home/somebody/secret-place'
    const compilation = await compileOn(memoryHost(files, { root }), options)
    const { emit, snapshot } = compilation
    const texts = [
      emit.registryModule(),
      emit.catalogModule(),
      ...emit.files().map(({ text }) => text),
      JSON.stringify(snapshot.catalog.all()),
    ]
    expect(texts.join('\n')).not.toContain('secret-place')
    expect(JSON.stringify(compilation.diagnostics)).not.toContain('secret-place')
  })
})

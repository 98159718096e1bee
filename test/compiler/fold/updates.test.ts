import { describe, expect, it } from 'vitest'
import { Compiler } from '../../../src/compiler/compile.ts'
import { resolveOptions } from '../../../src/compiler/resolve-options.ts'
import { type MemoryFiles, memoryHost } from '../../support/memory-host.ts'
import { entriesOf } from '../../support/print.ts'
import { IMPORT_MODULE, moduleFile } from '../../support/project.ts'

const files = {
  'lib/words.ts': `export const WORD = 'one'`,
  'lib/index.ts': `export * from './words'`,
  'extensions/subject.ts': `${IMPORT_MODULE}import { WORD } from '../lib'\nexport class Subject implements Module {\n  description = WORD\n  version = make()\n  execute() {}\n}\n`,
  'extensions/other.ts': moduleFile('Other'),
}

/** A project that was compiled, and what one edit after the other makes of it. */
async function start(content: MemoryFiles = files) {
  const host = memoryHost(content)
  const compiler = new Compiler(resolveOptions({ root: host.root }, host.root), host)
  const first = await compiler.compile()
  let generation = 0
  return {
    host,
    first,
    async edit(path: string, text: string, structure = false) {
      host.write(path, text)
      const edited = structure ? [] : [`${host.root}/${path}`]
      const result = await compiler.update({ edited, structure }, ++generation)
      if (result.compilation === undefined) return undefined
      return entriesOf(result.compilation).find(({ id }) => id === 'subject')
    },
  }
}

describe('a file that holds a constant', () => {
  it('is an input, and so is every barrel on the way', async () => {
    const { first } = await start()
    expect(first.inputs.files).toEqual(expect.arrayContaining(['lib/index.ts', 'lib/words.ts']))
    expect(entriesOf(first).find(({ id }) => id === 'subject')?.description).toBe('one')
  })

  it('changes the catalog when the constant changes', async () => {
    const { edit } = await start()
    expect((await edit('lib/words.ts', `export const WORD = 'two'`))?.description).toBe('two')
    const broken = await edit('lib/words.ts', 'export const WORD = make()')
    expect(broken?.description).toBe(undefined)
    expect(broken?.unresolved?.description).toEqual({
      reason: 'the function call `make()` is not run',
      file: 'lib/words.ts',
      line: 1,
      column: 21,
    })
    expect((await edit('lib/index.ts', `export const WORD = 'three'`))?.description).toBe('three')
  })

  it('changes nothing when something else in it changes', async () => {
    const { edit } = await start()
    expect(
      await edit('lib/words.ts', `// a comment\nexport const WORD = 'o' + 'ne'\nexport const more = 1`),
    ).toBe(undefined)
  })

  it('is noticed when it comes', async () => {
    const { 'lib/words.ts': words, ...others } = files
    const { edit, first } = await start(others)
    expect(entriesOf(first).find(({ id }) => id === 'subject')?.unresolved?.description?.reason).toContain(
      'not found',
    )
    expect((await edit('lib/words.ts', words, true))?.description).toBe('one')
  })

  it('is read and parsed once for all modules that need it', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`extensions/m${index}.ts`, files['extensions/subject.ts']]),
    )
    const { host, first } = await start({ ...files, ...many })
    expect(entriesOf(first)).toHaveLength(22)
    expect(host.reads.filter((path) => path.endsWith('/lib/words.ts'))).toHaveLength(1)
  })
})

describe('what only moves', () => {
  it('changes nothing, also where the place is shown as that of a field which cannot be read', async () => {
    const { edit } = await start()
    expect(await edit('extensions/subject.ts', `// a comment\n${files['extensions/subject.ts']}`)).toBe(
      undefined,
    )
  })

  it('but another reason does', async () => {
    const { edit } = await start()
    const text = files['extensions/subject.ts'].replace('make()', 'other()')
    expect((await edit('extensions/subject.ts', text))?.unresolved?.version?.reason).toContain('other()')
  })
})

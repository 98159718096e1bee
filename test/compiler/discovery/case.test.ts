import { describe, expect, it } from 'vitest'
import { printCompilation, printModules, printProblems } from '../../support/print.ts'
import { compileFiles, moduleFile } from '../../support/project.ts'

describe('a root in the wrong case', () => {
  const files = { 'Extensions/math/add.ts': moduleFile('Add') }

  it.each([true, false])('is an error on a disk that ignores case: %s', async (ignoresCase) => {
    expect(printCompilation(await compileFiles(files, {}, { ignoresCase }))).toBe(
      [
        'no modules',
        '',
        'error  ROOT_NOT_FOUND',
        '  The extensions root "extensions" is spelt "Extensions" on disk (/project/extensions).',
        '  fix   Write "Extensions": other systems tell the two apart.',
        '',
        '1 error',
      ].join('\n'),
    )
  })

  it('is found in every part of the path', async () => {
    const deep = { 'Packages/a/Tools/add.ts': moduleFile('Add') }
    for (const ignoresCase of [true, false]) {
      const { diagnostics } = await compileFiles(deep, { extensions: 'packages/a/tools' }, { ignoresCase })
      expect(diagnostics[0]?.details).toMatchObject({ spelling: 'Packages/a/Tools' })
    }
  })

  it('is no error when the spelling is right', async () => {
    const compilation = await compileFiles(files, { extensions: 'Extensions' }, { ignoresCase: true })
    expect(printCompilation(compilation)).toBe('math.add  Add  Extensions/math/add.ts\n\nno problems')
  })
})

describe('paths that differ only in case', () => {
  it('are a warning, CASE_COLLISION, beside the conflict that they make', async () => {
    const compilation = await compileFiles({
      'extensions/panel/connect.ts': moduleFile('Connect'),
      'extensions/panel/Connect.ts': moduleFile('Connect'),
      'extensions/panel/connect.js': '/** @implements {Module} */\nexport class Connect { execute() {} }',
      'extensions/panel/connect.tsx': 'export const x = 1',
    })
    expect(printModules(compilation)).toBe('')
    expect(printProblems(compilation)).toBe(
      [
        'extensions/panel/Connect.ts:2:14  CASE_COLLISION  [extensions/panel/connect.ts:2:14]',
        'extensions/panel/Connect.ts:2:14  MODULE_ID_CONFLICT  [extensions/panel/connect.js:2:14, extensions/panel/connect.ts:2:14]',
      ].join('\n'),
    )
  })

  it('are an invalid name with a suggestion under strict file names', async () => {
    const compilation = await compileFiles(
      {
        'extensions/panel/connect.ts': moduleFile('Connect'),
        'extensions/panel/Connect.ts': moduleFile('Connect'),
        'extensions/panel/connect.js': '/** @implements {Module} */\nexport class Connect { execute() {} }',
      },
      { fileNames: 'strict' },
    )
    expect(printProblems(compilation)).toBe(
      [
        'extensions/panel/Connect.ts:2:14  CASE_COLLISION  [extensions/panel/connect.ts:2:14]',
        'extensions/panel/Connect.ts:2:14  INVALID_SEGMENT',
        'extensions/panel/connect.js:2:14  MODULE_ID_CONFLICT  [extensions/panel/connect.ts:2:14]',
      ].join('\n'),
    )
    expect(compilation.diagnostics[1]?.details).toMatchObject({ segment: 'Connect', suggestion: 'connect' })
  })

  it('count in folders too, and only where a module is', async () => {
    const module = await compileFiles({
      'extensions/Api/x.ts': moduleFile('X'),
      'extensions/api/x.ts': 'export {}',
    })
    expect(printProblems(module)).toBe('extensions/Api/x.ts:2:14  CASE_COLLISION  [extensions/api/x.ts]')
    const helpers = await compileFiles({ 'extensions/X.ts': 'export {}', 'extensions/x.ts': 'export {}' })
    expect(helpers.diagnostics).toEqual([])
  })
})

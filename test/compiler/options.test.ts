import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveOptions } from '../../src/compiler/resolve-options.ts'
import { compile, type Options, OptionsInvalidError } from '../../src/index.ts'
import { memoryHost } from '../support/memory-host.ts'

/** The issues of options, as `path: message`; none for options that are right. */
function issuesOf(options: unknown): string[] {
  try {
    resolveOptions(options as Options, '/project')
    return []
  } catch (error) {
    if (!(error instanceof OptionsInvalidError)) throw error
    return error.details.issues.map(({ path, message }) => `${path}: ${message}`)
  }
}

describe('options', () => {
  it('have defaults, relative to the root', () => {
    expect(resolveOptions({}, '/project')).toMatchObject({
      root: '/project',
      extensions: [{ root: 'extensions', scope: 'project' }],
      fileExtensions: ['.ts', '.js'],
      skip: [],
      followSymlinks: false,
      maxDepth: 8,
      fileNames: 'normalize',
      reservedWords: ['system', 'internal', 'core', 'apcore', 'plugin', 'schema', 'acl'],
      onMultiple: 'error',
      moduleInterface: { name: 'Module' },
      moduleFactories: ['unplugin-module-registry/runtime', 'apcore-js'],
    })
  })

  it('show the registry in the dev server unless they say otherwise, and call nothing unless they say so', () => {
    const inspectorOf = (inspector?: Options['inspector']) =>
      resolveOptions(inspector === undefined ? {} : { inspector }, '/project').inspector
    expect(inspectorOf()).toEqual({ calls: false })
    expect(inspectorOf(true)).toEqual({ calls: false })
    expect(inspectorOf({})).toEqual({ calls: false })
    expect(inspectorOf({ calls: true })).toEqual({ calls: true })
    expect(inspectorOf(false)).toBeUndefined()
    expect(issuesOf({ inspector: 'yes' })).toEqual(['inspector: must be true, false or { calls }.'])
    expect(issuesOf({ inspector: { call: true } })).toHaveLength(1)
  })

  it('are copied, and never changed', () => {
    const options: Options = {
      extensions: [{ root: './a//b/', namespace: 'x' }],
      skip: ['*.x'],
      fileExtensions: ['.tsx', '.ts'],
      reservedWords: ['admin'],
      moduleInterface: { name: 'Tool', from: 'sdk' },
    }
    const before = structuredClone(options)
    const resolved = resolveOptions(options, '/project')
    expect(options).toEqual(before)
    expect(resolved.extensions).toEqual([{ root: 'a/b', namespace: 'x', scope: 'project' }])
    expect(resolved.fileExtensions).toEqual(['.ts', '.js', '.tsx'])
    options.skip!.push('more')
    ;(options.moduleInterface as { name: string }).name = 'Other'
    expect(resolved.skip).toEqual(['*.x'])
    expect(resolved.moduleInterface.name).toBe('Tool')
  })

  it.each([
    ['.', '/project'],
    ['app', '/project/app'],
    ['../x', '/x'],
    ['/abs/', '/abs'],
    ['/abs/./y/..', '/abs'],
  ])('take %s as the root %s', (root, expected) => {
    expect(resolveOptions({ root }, '/project').root.replace(/(.)\/$/, '$1')).toBe(expected)
  })
})

describe('wrong options', () => {
  it.each<[unknown, string[]]>([
    [{ extension: 'src' }, ['extension: no such option; did you mean `extensions`?']],
    [{ xyz: 1 }, ['xyz: no such option.']],
    [{ extensions: '' }, ['extensions: must not be empty.']],
    [{ extensions: [] }, ['extensions: must not be empty.']],
    [
      { extensions: 7 },
      ['extensions: must be a path, { root, namespace, scope }, a list of these, or false.'],
    ],
    [
      { extensions: true },
      ['extensions: must be a path, { root, namespace, scope }, a list of these, or false.'],
    ],
    [{ extensions: ['a', 7] }, ['extensions[1]: must be a path or { root, namespace, scope }.']],
    [{ extensions: [{ namespace: 'a' }] }, ['extensions[0].root: is missing.']],
    [
      { extensions: { root: 'a', namepace: 'b' } },
      ['extensions.namepace: no such option; did you mean `namespace`?'],
    ],
    [
      { extensions: [{ root: 'a', scope: 'projct' }] },
      ['extensions[0].scope: there is no scope "projct"; did you mean "project"?'],
    ],
    [{ extensions: { root: 'a', scope: 'xyz' } }, ['extensions.scope: there is no scope "xyz".']],
    [
      { extensions: ['.', '..x'] },
      [
        'extensions[0]: its last part "." cannot be the namespace of its IDs; give it a `namespace`.',
        'extensions[1]: its last part "..x" cannot be the namespace of its IDs; give it a `namespace`.',
        'extensions[1]: "..x" lies in the root ".", so that each file below it would get two IDs; list only one of them.',
      ],
    ],
    [
      { extensions: ['a', './a/'] },
      [
        'extensions[1]: "a" lies in the root "a", so that each file below it would get two IDs; list only one of them.',
      ],
    ],
    [
      { extensions: ['a/b', 'a'] },
      [
        'extensions[0]: "a/b" lies in the root "a", so that each file below it would get two IDs; list only one of them.',
      ],
    ],
    [
      { extensions: ['.', { root: 'x', namespace: 'n' }] },
      [
        'extensions[0]: its last part "." cannot be the namespace of its IDs; give it a `namespace`.',
        'extensions[1]: "x" lies in the root ".", so that each file below it would get two IDs; list only one of them.',
      ],
    ],
    [
      { extensions: [{ root: 'a', namespace: 'Core' }] },
      [
        'extensions[0].namespace: "Core" cannot be the first segment of an ID: it must start with a letter a-z and go on with a-z, 0-9 and single "_", such as "core".',
      ],
    ],
    [
      { extensions: { root: 'a', namespace: 'system' } },
      ['extensions.namespace: "system" is a reserved word: no ID may start with it.'],
    ],
    [
      { extensions: { root: 'a', namespace: 'ephemeral' } },
      ['extensions.namespace: "ephemeral" is a reserved word: no ID may start with it.'],
    ],
    [{ extensions: ['a', 'core'] }, ['extensions[1]: "core" is a reserved word: no ID may start with it.']],
    [
      { fileExtensions: ['tsx', '.d.ts', '.*'] },
      [0, 1, 2].map((i) => `fileExtensions[${i}]: must be a file extension with its dot, such as ".tsx".`),
    ],
    [{ skip: 'x' }, ['skip: must be a list.']],
    [{ skip: [''] }, ['skip[0]: must not be empty.']],
    [{ maxDepth: -1 }, ['maxDepth: must be at least 0.']],
    [{ maxDepth: 1000 }, ['maxDepth: must be at most 64.']],
    [{ maxDepth: 1.5 }, ['maxDepth: must be a whole number.']],
    [{ maxDepth: Number.NaN }, ['maxDepth: must be a number.']],
    [{ fileNames: 'loose' }, ['fileNames: must be "normalize" or "strict".']],
    [{ onMultiple: null }, ['onMultiple: must be "error" or "first".']],
    [{ reservedWords: [1] }, ['reservedWords[0]: must be a text.']],
    [{ moduleInterface: {} }, ['moduleInterface.name: is missing.']],
    [{ moduleInterface: '' }, ['moduleInterface: must not be empty.']],
    [
      { load: 'later' },
      ['load: must be "lazy", "eager", or a function of the catalog entry that returns one of them.'],
    ],
    [{ dts: 1 }, ['dts: must be a path, true or false.']],
    [{ output: true }, ['output: must be a path, { file, importExtension }, or false.']],
    [{ root: '' }, ['root: must not be empty.']],
    [null, [': must be an object.']],
    ['x', [': must be an object.']],
    [[], [': must be an object.']],
  ])('%j', (options, issues) => {
    expect(issuesOf(options)).toEqual(issues)
  })

  it('come together, and are no reason to read anything', async () => {
    const host = memoryHost({ 'extensions/': '' })
    const failure = compile({ root: host.root, maxDepth: -1, fileNames: 'x' } as unknown as Options, host)
    await expect(Promise.resolve(failure).catch((error) => error.details.issues)).resolves.toHaveLength(2)
    expect(host.reads).toEqual([])
    expect(host.lists).toEqual([])
  })

  it('are refused with issues, whatever they are', () => {
    const keys = fc.constantFrom(
      'root',
      'extensions',
      'fileExtensions',
      'skip',
      'maxDepth',
      'moduleInterface',
      'load',
      'output',
      'dts',
      '__proto__',
      'constructor',
      'toString',
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything())), (options) => {
        for (const issue of issuesOf(options)) expect(issue).toMatch(/^.*: .+[.?]$/s)
      }),
      { numRuns: 500 },
    )
  })

  it('are rejected by compile, and never thrown at its caller', async () => {
    let failure: unknown
    try {
      failure = await compile({ maxDepth: -1 }).catch((error) => error)
    } catch {
      failure = 'thrown at once'
    }
    expect(failure).toBeInstanceOf(OptionsInvalidError)
  })
})

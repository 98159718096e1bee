import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discoverPlugins } from '../../../src/compiler/discover-plugins.ts'
import { type MemoryFiles, memoryHost } from '../../support/memory-host.ts'
import { printProblems } from '../../support/print.ts'
import { compileFiles, compileOn, createProject, moduleFile } from '../../support/project.ts'
import { pluginFiles } from './support.ts'

const options = { extensions: false } as const

async function idsOf(files: MemoryFiles, more: Parameters<typeof compileFiles>[1] = {}): Promise<string[]> {
  const { plugins } = await compileFiles(files, { ...options, ...more })
  return plugins.map(({ id }) => id)
}

describe('plugin folders', () => {
  it('become entries, with everything that the manifest says', async () => {
    const more =
      'version = "1.2.0"\nstartup_timeout_sec = 5\n[plugin.resources]\nrequired = ["config"]\n[plugin.metadata]\nauthor = "me"'
    const { plugins, diagnostics, inputs, paths } = await compileFiles(
      pluginFiles('plugins/llm/local', { kind: 'llm', priority: 3, more }),
      options,
    )
    expect(diagnostics).toEqual([])
    expect(plugins).toEqual([
      {
        kind: 'plugin',
        id: 'llm:local',
        pluginKind: 'llm',
        name: 'local',
        runtime: 'in_process',
        folder: 'plugins/llm/local',
        file: 'plugins/llm/local/main.ts',
        exportName: 'Main',
        priority: 3,
        dependsOn: [],
        resources: { required: ['config'], optional: [] },
        metadata: { author: 'me' },
        version: '1.2.0',
        startupTimeoutSec: 5,
        teardownTimeoutSec: 15,
        scope: 'project',
        origin: 'plugins',
      },
    ])
    expect(Object.isFrozen(plugins[0]!.metadata)).toBe(true)
    expect(inputs.files).toEqual(['plugins/llm/local/dagstack.toml', 'plugins/llm/local/main.ts'])
    expect(inputs.folders).toEqual(['plugins', 'plugins/llm', 'plugins/llm/local'])
    expect(paths.get('plugins/llm/local/main.ts')).toBe('/project/plugins/llm/local/main.ts')
  })

  it('are leaves, below folders that only group; some names are never searched', async () => {
    const files = {
      ...pluginFiles('plugins/llm/openai'),
      'plugins/llm/openai/tests/fixtures/dagstack.toml': 'no toml',
      'plugins/llm/.venv/x/dagstack.toml': 'no toml',
      'plugins/llm/dist/y/dagstack.toml': 'no toml',
      'plugins/attic/z/dagstack.toml': 'no toml',
      'plugins/old-1/z/dagstack.toml': 'no toml',
    }
    const ignore = ['attic', 'old-*']
    expect(await idsOf(files, { ignore })).toEqual(['tool:openai'])
    expect((await compileFiles(files, { ...options, ignore })).diagnostics).toEqual([])
    expect(await idsOf({ ...files, ...pluginFiles('plugins/llm') }, { ignore })).toEqual(['tool:llm'])
  })

  it('are planned: dependencies, then priority, kind and name, however they were created', async () => {
    const folders = Object.entries({
      ...pluginFiles('plugins/p_b', { priority: 5 }),
      ...pluginFiles('plugins/p_a', { priority: 5 }),
      ...pluginFiles('plugins/p_c', { priority: 10, dependsOn: ['p_b'] }),
      ...pluginFiles('plugins/p_d'),
    })
    const expected = ['tool:p_a', 'tool:p_b', 'tool:p_c', 'tool:p_d']
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(folders, { minLength: folders.length }), async (shuffled) => {
        expect(await idsOf(Object.fromEntries(shuffled))).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('live beside modules of the same name', async () => {
    const { plugins, catalog, diagnostics } = await compileFiles({
      'extensions/search.ts': moduleFile('Search'),
      ...pluginFiles('plugins/engines/search'),
    })
    expect([plugins[0]!.id, catalog[0]!.id, diagnostics]).toEqual(['tool:search', 'search', []])
  })

  it('make a missing default root of extensions no fault, and are none where there is none', async () => {
    expect((await compileFiles(pluginFiles('plugins/a'), {})).diagnostics).toEqual([])
    expect((await compileFiles({}, options)).plugins).toEqual([])
    expect((await compileFiles(pluginFiles('Plugins/a'), options)).plugins).toEqual([])
    expect((await compileFiles(pluginFiles('Plugins/a'), options, { ignoresCase: true })).plugins).toEqual([])
    expect(await idsOf(pluginFiles('plugins/a'), { plugins: false })).toEqual([])
    expect(
      await idsOf({ ...pluginFiles('more/a'), ...pluginFiles('other') }, { plugins: ['more', 'other'] }),
    ).toEqual(['tool:a', 'tool:other'])
  })

  it('may depend on what the application provides', async () => {
    const files = pluginFiles('plugins/a', { dependsOn: ['mail', 'llm:local', 'cache', 'db:main'] })
    const provided = ['mail', 'llm:local', 'store:cache', 'main']
    const { plugins, diagnostics } = await compileFiles(files, { ...options, providedPlugins: provided })
    expect(diagnostics).toEqual([])
    expect(plugins[0]!.dependsOn).toEqual(['mail', 'llm:local', 'store:cache', 'db:main'])
  })

  it('fail once, at the cause: dependants of a broken manifest are not said to depend on nothing', async () => {
    const compilation = await compileFiles(
      {
        'plugins/base/dagstack.toml': 'no toml',
        ...pluginFiles('plugins/top', { dependsOn: ['base'] }),
        ...pluginFiles('plugins/side', { dependsOn: ['tool:top'] }),
        ...pluginFiles('plugins/other'),
      },
      options,
    )
    expect(printProblems(compilation)).toBe('plugins/base/dagstack.toml:1:4  MANIFEST_INVALID')
    expect(compilation.plugins.map(({ id }) => id)).toEqual(['tool:other'])
  })
})

describe('entry points', () => {
  it('may be classes of any kind, also from other files of the folder', async () => {
    const entries: Record<string, string> = {
      plain: 'export class Main {}',
      generic: 'export class Main<T> { value?: T }',
      named: 'class Own {}\nexport { Own as Main }',
      expression: 'export const Main = class {}',
      alias: 'class Own {}\nexport const Main = Own',
      inherited: "import { Base } from '../../shared.ts'\nexport class Main extends Base {}",
      barrel: "export * from './inner/impl.ts'",
      reexport: "export { Impl as Main } from './inner/impl.ts'",
      computed: 'const make = () => class {}\nexport const Main = make()',
    }
    const files: MemoryFiles = Object.assign(
      { 'shared.ts': 'export class Base {}' },
      ...Object.entries(entries).map(([name, text]) => ({
        ...pluginFiles(`plugins/${name}`),
        [`plugins/${name}/main.ts`]: text,
        [`plugins/${name}/inner/impl.ts`]: 'export class Impl {}\nexport class Main {}',
      })),
    )
    const { diagnostics, plugins } = await compileFiles(files, options)
    expect(diagnostics).toEqual([])
    expect(plugins).toHaveLength(Object.keys(entries).length)
  })

  it('never lead out of the folder, through no link', async () => {
    const files: MemoryFiles = {
      'outside/main.ts': 'export class Main {}',
      'plugins/file/dagstack.toml': pluginFiles('plugins/file')['plugins/file/dagstack.toml']!,
      'plugins/file/main.ts': { link: '../../outside/main.ts' },
      'plugins/folder/dagstack.toml': pluginFiles('plugins/folder', { entry: 'lib/main:Main' })[
        'plugins/folder/dagstack.toml'
      ]!,
      'plugins/folder/lib': { link: '../../outside' },
      ...pluginFiles('plugins/inside', { entry: 'linked:Main' }),
      'plugins/inside/linked.ts': { link: 'main.ts' },
      ...pluginFiles('plugins/sibling', { entry: 'main:Main' }),
      'plugins/sibling/main.ts': "export { Main } from './up/main.ts'",
      'plugins/sibling/up': { link: '../../outside' },
    }
    const compilation = await compileFiles(files, options)
    expect(printProblems(compilation)).toBe(
      ['file', 'folder', 'sibling']
        .map((name) => `plugins/${name}/dagstack.toml:4:15  ENTRY_POINT_ESCAPES`)
        .join('\n'),
    )
    expect(compilation.plugins.map(({ id }) => id)).toEqual(['tool:inside'])
  })

  it('are refused in the wrong case, also where the disk would not mind', async () => {
    for (const ignoresCase of [true, false]) {
      const files = pluginFiles('plugins/a', { entry: 'Main:Main' })
      const compilation = await compileFiles(files, options, { ignoresCase })
      expect(printProblems(compilation)).toBe('plugins/a/dagstack.toml:4:15  ENTRY_POINT_NOT_FOUND')
      expect(compilation.diagnostics[0]!.details).toMatchObject({
        spelling: 'main.ts',
        suggestion: 'main:Main',
      })
    }
  })

  it('are told to export a class when theirs cannot be made without arguments', async () => {
    const files = {
      ...pluginFiles('plugins/a'),
      'plugins/a/main.ts': 'export class Main { constructor(x: string) {} }',
    }
    const compilation = await compileFiles(files, options)
    expect(printProblems(compilation)).toBe('plugins/a/main.ts:1:14  CONSTRUCTOR_NEEDS_ARGUMENTS')
    expect(compilation.diagnostics[0]!.hint).toContain('setup(context)')
    expect(compilation.plugins).toHaveLength(1)
  })

  it('are read, and never run', async () => {
    const project = createProject({
      ...(pluginFiles('plugins/a') as Record<string, string>),
      'plugins/a/main.ts':
        "import { writeFileSync } from 'node:fs'\nwriteFileSync('/tmp/never', '')\nthrow new Error()\nexport class Main {}\n",
    })
    expect((await project.compile(options)).plugins).toHaveLength(1)
  })

  it('tell a syntax error where it is', async () => {
    const files = { ...pluginFiles('plugins/a'), 'plugins/a/main.ts': 'export class Main {' }
    const compilation = await compileFiles(files, options)
    expect(compilation.diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'PARSE_ERROR plugins/a/main.ts',
    ])
    expect(compilation.plugins).toEqual([])
  })
})

describe('discoverPlugins', () => {
  const discover = (files: MemoryFiles, more = {}) => {
    const host = memoryHost(files)
    return discoverPlugins('plugins', { root: host.root, ...more }, host)
  }

  it('records what is broken and goes on, without what depends on it', async () => {
    const { plugins, failures, diagnostics } = await discover({
      ...pluginFiles('plugins/a', { more: 'prioriti = 1' }),
      ...pluginFiles('plugins/b', { dependsOn: ['a'] }),
      ...pluginFiles('plugins/c', { dependsOn: ['b'] }),
      ...pluginFiles('plugins/d'),
    })
    expect(plugins.map(({ id }) => id)).toEqual(['tool:d'])
    expect(failures.map(({ folder, name, reason, because }) => [folder, name, reason, because])).toEqual([
      ['plugins/a', 'a', '`plugin.prioriti` is no key that is known here.', undefined],
      ['plugins/b', 'b', 'It depends on tool:a, which is left out.', 'plugins/a'],
      ['plugins/c', 'c', 'It depends on tool:b, which is left out.', 'plugins/a'],
    ])
    expect(failures[0]!.diagnostics[0]!.frame).toContain('prioriti = 1')
    expect(diagnostics).toHaveLength(1)
  })

  it('throws for a duplicate and for a cycle, and says both', async () => {
    const twice = { ...pluginFiles('plugins/a'), ...pluginFiles('plugins/x/a') }
    await expect(discover(twice)).rejects.toMatchObject({
      code: 'AMBIGUOUS_PLUGIN',
      details: { details: { paths: ['plugins/a', 'plugins/x/a'] } },
    })
    const solo = pluginFiles('plugins/solo', { dependsOn: ['solo'] })
    await expect(discover({ ...twice, ...solo })).rejects.toThrow('solo → solo')
  })

  it('looks right below the folder only, when it is told to', async () => {
    const files = { ...pluginFiles('plugins/a'), ...pluginFiles('plugins/x/b') }
    expect((await discover(files)).plugins).toHaveLength(2)
    const flat = await discover(files, { recursive: false })
    expect(flat.plugins.map(({ id }) => id)).toEqual(['tool:a'])
    expect(flat.diagnostics).toEqual([])
  })

  it('throws when the folder is not there', async () => {
    await expect(discover({})).rejects.toMatchObject({ code: 'ROOT_NOT_FOUND' })
  })

  it('reads manifests that the system refuses as failures', async () => {
    const host = memoryHost({ ...pluginFiles('plugins/a'), 'plugins/b/dagstack.toml': { refuses: 'EACCES' } })
    const { failures, plugins } = await discoverPlugins('plugins', { root: host.root }, host)
    expect(plugins).toHaveLength(1)
    expect(failures[0]!.reason).toBe('plugins/b/dagstack.toml cannot be read: permission denied (EACCES).')
    expect((await compileOn(host, options)).diagnostics).toHaveLength(1)
  })
})

import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { Contributor, Options } from '../../src/index.ts'
import {
  createRegistry,
  defineContributions,
  defineSlots,
  runChain,
  slotOwners,
  stopChain,
} from '../../src/runtime.ts'
import { printModules, printProblems } from '../support/print.ts'
import { createProject } from '../support/project.ts'

const module = (name: string, description = name): string =>
  `export class ${name} implements Module { description = '${description}'; execute() {} }\n`

const offer = (name: string, ...contributions: unknown[]): Contributor => ({
  name,
  contribute: async () => contributions as never,
})

const from = (scope: string, rest: object = {}) => ({ source: { scope, ...rest } })

const texts = (diagnostics: readonly { code: string; message: string }[]): string[] =>
  diagnostics.map(({ code, message }) => `${code}: ${message}`)

describe('contributions of other kinds', () => {
  const options: Options = {
    points: ['call.before'],
    slots: ['clock'],
    kinds: { recipe: {} },
    contributors: [
      offer(
        'mine',
        { kind: 'prompt', id: 'greeting', ...from('project'), payload: { text: 'Hello </script>' } },
        { kind: 'interceptor', id: 'call.before', ...from('project'), payload: { module: 'log' } },
        { kind: 'recipe', id: 'soup', ...from('builtin'), priority: 3 },
      ),
    ],
  }

  it('reach the frozen catalog of the bundle', async () => {
    const compilation = await createProject({ 'extensions/log.ts': module('Log') }).compile(options)
    expect(compilation.diagnostics).toEqual([])
    expect(compilation.catalog.map(({ id }) => id)).toEqual(['log'])
    const text = compilation.emit.registryModule()
    expect(text).toContain('defineContributions(')
    expect(text).not.toContain('</script')
    const json = runInNewContext(/defineContributions\(('[\s\S]*?')\) \}\)/.exec(text)![1]!) as string
    const registry = createRegistry(compilation.catalog, {}, { contributions: defineContributions(json) })
    expect(registry.list({ kind: 'prompt' })).toEqual([
      {
        kind: 'prompt',
        id: 'greeting',
        scope: 'project',
        origin: 'mine',
        priority: 0,
        payload: { text: 'Hello </script>' },
      },
    ])
    expect(registry.list({ kind: 'recipe' })).toMatchObject([{ id: 'soup', priority: 3 }])
    expect(registry.list().map(({ id }) => id)).toEqual(['log'])
    expect(Object.isFrozen(registry.list({ kind: 'prompt' })[0])).toBe(true)
  })

  it('are the same bytes in whatever order contributors are named', async () => {
    const files = { 'extensions/log.ts': module('Log') }
    const [one, two] = [
      offer(
        'a',
        { kind: 'theme', id: 'dark', ...from('project') },
        { kind: 'theme', id: 'ink', ...from('plugin') },
      ),
      offer(
        'b',
        { kind: 'theme', id: 'light', ...from('global') },
        { kind: 'theme', id: 'ink', ...from('project') },
      ),
    ]
    const first = await createProject(files).compile({ contributors: [one!, two!] })
    const second = await createProject(files).compile({ contributors: [two!, one!] })
    expect(first.emit.registryModule()).toBe(second.emit.registryModule())
    expect(first.emit.registryModule().match(/"ink"/g)).toHaveLength(1)
  })

  it('must be plain data, or are named with the path of what is not', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    const payloads: Record<string, unknown> = {
      function: { steps: [1, { run() {} }] },
      instance: { when: new Date(0) },
      number: { n: Number.NaN },
      cycle: cyclic,
      accessor: {
        get secret() {
          throw new Error('read')
        },
      },
    }
    const contributions = Object.entries(payloads).map(([id, payload]) => ({
      kind: 'command',
      id,
      ...from('project'),
      payload,
    }))
    const { diagnostics, emit } = await createProject({ 'extensions/a.ts': module('A') }).compile({
      contributors: [offer('mine', ...contributions)],
    })
    expect(texts(diagnostics).sort()).toMatchInlineSnapshot(`
      [
        "CONTRIBUTION_INVALID: The contribution "accessor" of kind "command" is refused: payload.secret is an accessor; what goes into a bundle must be plain data.",
        "CONTRIBUTION_INVALID: The contribution "cycle" of kind "command" is refused: payload.self leads back to itself; what goes into a bundle must be plain data.",
        "CONTRIBUTION_INVALID: The contribution "function" of kind "command" is refused: payload.steps[1].run is a function; what goes into a bundle must be plain data.",
        "CONTRIBUTION_INVALID: The contribution "instance" of kind "command" is refused: payload.when is an instance of a class; what goes into a bundle must be plain data.",
        "CONTRIBUTION_INVALID: The contribution "number" of kind "command" is refused: payload.n is NaN; what goes into a bundle must be plain data.",
      ]
    `)
    expect(emit.registryModule()).not.toContain('defineContributions')
  })
})

describe('chains and slots', () => {
  it('run in the running application as the build has ordered them', async () => {
    const step = (id: string, priority: number) => ({
      kind: 'interceptor',
      id: 'call.before',
      ...from('project', { path: `${id}.ts` }),
      priority,
      payload: { module: id },
    })
    const compilation = await createProject({}).compile({
      extensions: false,
      points: ['call.before'],
      slots: ['clock'],
      contributors: [
        offer('steps', step('late', 5), step('early', -5), step('middle', 0)),
        offer('clock', {
          kind: 'strategy',
          id: 'ticker',
          ...from('project'),
          payload: { replacementSlots: ['clock'] },
        }),
      ],
    })
    expect(compilation.diagnostics).toEqual([])
    const registry = createRegistry(...registryArguments(compilation.emit.registryModule()))
    for (const id of ['late', 'early', 'middle']) {
      registry.register(id, { execute: (value: string[]) => [...value, id] })
    }
    expect(await runChain(registry, 'call.before', ['start'])).toEqual(['start', 'early', 'middle', 'late'])
    registry.override('middle', { execute: (value: string[]) => stopChain([...value, 'end']) })
    expect(await runChain(registry, 'call.before', [])).toEqual(['early', 'end'])
    registry.override('early', {
      execute() {
        throw new Error('too early')
      },
    })
    await expect(runChain(registry, 'call.before', [])).rejects.toThrow(
      /interceptor of steps, early\.ts.*too early/,
    )
    expect(await runChain(registry, 'call.after', 1)).toBe(1)
    expect([...slotOwners(registry).values()]).toEqual([
      { slot: 'clock', kind: 'strategy', id: 'ticker', scope: 'project', origin: 'clock' },
    ])
  })
})

/** Runs the call of `createRegistry` in a generated module, and gives what it was called with. */
function registryArguments(text: string): Parameters<typeof createRegistry> {
  const call = /createRegistry\(catalog, [\s\S]*\)(?=\n\nexport default)/.exec(text)![0]
  const createArguments = (...given: unknown[]) => given
  return runInNewContext(call, {
    createRegistry: createArguments,
    catalog: [],
    defineContributions,
    defineSlots,
  }) as Parameters<typeof createRegistry>
}

describe('what contradicts itself', () => {
  const files = { 'extensions/a.ts': module('A') }
  const twice = [
    offer('one', { kind: 'prompt', id: 'p', ...from('plugin', { pluginId: 'acme' }), payload: 1 }),
    offer('two', { kind: 'prompt', id: 'p', ...from('plugin', { pluginId: 'zeta' }), payload: 2 }),
  ]

  it('fails the build, all of it at once, and leaves what is healthy', async () => {
    const { diagnostics, catalog } = await createProject(files).compile({
      slots: ['clock'],
      contributors: [
        ...twice,
        offer('slots', {
          kind: 'strategy',
          id: 's',
          ...from('project'),
          payload: { replacementSlots: ['clock'] },
        }),
        offer('more', {
          kind: 'strategy',
          id: 't',
          ...from('project'),
          payload: { replacementSlots: ['clock'] },
        }),
        {
          name: 'broken',
          contribute() {
            throw new Error('no network')
          },
        },
        offer(
          'odd',
          { kind: 'promt', id: 'x', ...from('project') },
          { kind: 'plugin', id: 'a:b', ...from('project') },
        ),
      ],
    })
    expect(texts(diagnostics)).toMatchInlineSnapshot(`
      [
        "CONTRIBUTION_CONFLICT: The prompt "p" is offered by several sources of equal rank: acme, one (plugin) and zeta, two (plugin).",
        "CONTRIBUTION_INVALID: The contribution "a:b" of kind "plugin" is refused: plugins come from plugin folders and from packages.",
        "CONTRIBUTION_INVALID: The contribution "x" of kind "promt" is refused: unknown kind "promt"; did you mean "prompt"?",
        "CONTRIBUTOR_FAILED: The contributor "broken" failed: no network",
        "SLOT_CONFLICT: The slot "clock" can have one owner, and is claimed by the strategy "t" of more (project) and the strategy "s" of slots (project).",
      ]
    `)
    expect(catalog.map(({ id }) => id)).toEqual(['a'])
  })

  it('is a warning under "collect", and the first registration stays', async () => {
    const compilation = await createProject(files).compile({ conflictPolicy: 'collect', contributors: twice })
    expect(compilation.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning CONTRIBUTION_CONFLICT',
    ])
    expect(compilation.snapshot.catalog.get('prompt', 'p')?.payload).toBe(1)
  })
})

describe('modules in several scopes', () => {
  it('let an application shadow a package', async () => {
    const compilation = await createProject({
      'extensions/mail/send.ts': module('Own'),
      'node_modules/acme/extensions/mail/send.ts': module('Theirs'),
      'node_modules/acme/extensions/mail/read.ts': module('Read'),
    }).compile({
      extensions: [
        { root: 'extensions', namespace: 'app' },
        { root: 'node_modules/acme/extensions', namespace: 'app', scope: 'plugin' },
      ],
    })
    expect(printProblems(compilation)).toBe('')
    expect(compilation.catalog.map(({ id, file }) => `${id} ${file}`)).toEqual([
      'app.mail.read node_modules/acme/extensions/mail/read.ts',
      'app.mail.send extensions/mail/send.ts',
    ])
  })

  it('come from contributors too, as exports of files', async () => {
    const own = createProject({
      'extensions/a.ts': module('A'),
      'lib/tools.ts': `${module('Hammer', 'Hits')}export const saw = { execute() {} } satisfies Module\n`,
    })
    const tool = (id: string, exportName: string, file = 'lib/tools.ts') => ({
      kind: 'module',
      id,
      ...from('plugin'),
      payload: { file, exportName },
    })
    const compilation = await own.compile({
      contributors: [
        offer('tools', tool('tools.hammer', 'Hammer'), tool('tools.saw', 'saw'), tool('a', 'Hammer')),
        offer('wrong', tool('x.nail', 'Nail'), tool('x.file', 'A', 'lib/none.ts'), {
          ...tool('x.data', ''),
          payload: 1,
        }),
      ],
    })
    expect(printModules(compilation)).toBe(
      'a  A  extensions/a.ts\ntools.hammer  Hammer  lib/tools.ts\ntools.saw  saw  lib/tools.ts',
    )
    expect(texts(compilation.diagnostics)).toMatchInlineSnapshot(`
      [
        "CONTRIBUTION_INVALID: The contribution "x.data" of kind "module" is refused: the payload of a module is { file, exportName }, with the file relative to the project.",
        "CONTRIBUTION_INVALID: The contribution "x.file" of kind "module" is refused: the file lib/none.ts cannot be read.",
        "CONTRIBUTION_INVALID: The contribution "x.nail" of kind "module" is refused: the file lib/tools.ts exports no module as "Nail", but Hammer, saw.",
      ]
    `)
    expect(compilation.inputs.files).toContain('lib/tools.ts')
    expect(compilation.emit.registryModule()).toContain("import('./lib/tools.ts')")
  })
})

describe('wrong options', () => {
  it.each([
    [
      { extensions: { root: 'extensions', scope: 'plugn' } },
      'extensions.scope: there is no scope "plugn"; did you mean "plugin"?',
    ],
    [{ scopes: { project: 1 } }, 'scopes["project"]: is built in'],
    [{ conflictPolicy: 'loose' }, 'conflictPolicy: must be "fail" or "collect".'],
    [{ contributors: [{ name: 'x' }] }, 'contributors[0]: must be { name, contribute(context) }.'],
    [{ kinds: { 'a b': {} } }, 'kinds["a b"]: a name is text without white space'],
  ])('%j', async (options, message) => {
    await expect(createProject({}).compile(options as Options)).rejects.toThrow(message)
  })
})

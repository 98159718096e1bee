import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { answerSchema } from '../../src/cli/json/answer-schema.ts'
import { cliProject } from './in-process.ts'

const published = validatorOf(answerSchema())
const strict = validatorOf(answerSchema(true))

function validatorOf(schema: object) {
  return new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema)
}

const MODULE = `import type { Module } from 'unplugin-module-registry/runtime'
/** Adds numbers. */
export class Add implements Module {
  readonly tags = ['sum']
  readonly examples = [{ inputs: { a: 1 } }]
  readonly annotations = { readonly: true }
  readonly inputSchema = { type: 'object', properties: { a: { type: 'number' } } } as const
  readonly version = unknownAtBuildTime()
  execute() {}
}`
const TWO = `import type { Module } from 'unplugin-module-registry/runtime'
/** @multiClass */
export class One implements Module { execute() {} }
/** @multiClass */
export class Two extends Base implements Module { execute() {} }
export class Not {}`
const PLUGIN = `[plugin]
name = "local"
kind = "llm"
version = "1.0.0"
depends_on = ["llm:remote", "clock"]
entry_point = "llm:Local"
[plugin.metadata]
made = 2026-01-01T00:00:00Z
`
const REMOTE = `[plugin]
name = "remote"
kind = "llm"
version = "1.0.0"
runtime = "process"
command = ["node", "main.js"]
artifact = "main.js"
env = { A = "1" }
[[plugin.tools]]
id = "ask"
name = "Ask"
input_schema = { type = "object" }
[[plugin.routes]]
id = "home"
method = "GET"
path = "/home"
[plugin.limits]
inflight = 2
`

const CONFIG = `export default {
  providedPlugins: ['clock'],
  contributors: [{ name: 'prompts', contribute: () => [
    { kind: 'prompt', id: 'hello', source: { scope: 'project' }, payload: { description: 'Says hello.' } },
  ] }],
}`

const healthy = {
  'module-registry.config.mjs': CONFIG,
  'package.json': '{ "name": "app", "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'extensions/math/add.ts': MODULE,
  'extensions/math/two.ts': `class Base {}\n${TWO}`,
  'extensions/math/_draft.ts': MODULE,
  'plugins/local/dagstack.toml': PLUGIN,
  'plugins/local/llm.ts':
    "import type { Plugin } from 'unplugin-module-registry/kernel'\nexport class Local implements Plugin { setup() {} }",
  'plugins/remote/dagstack.toml': REMOTE,
  'plugins/remote/main.js': '',
}
const broken = {
  ...healthy,
  'extensions/math/Add.ts': MODULE,
  'extensions/math/syntax.ts': 'export class A implements Module {',
  'plugins/wrong/dagstack.toml': 'not toml',
}

const asked: Readonly<Record<string, readonly (readonly string[])[]>> = {
  check: [['check']],
  list: [['list'], ['list', '--kind', 'plugin'], ['list', '--kind', 'prompt'], ['list', '--kind', 'nothing']],
  describe: [
    ['describe', 'math.add'],
    ['describe', 'llm:local'],
    ['describe', 'llm:remote'],
    ['describe', 'hello'],
    ['describe', 'math.ad'],
  ],
  explain: [
    ...['add', 'two', '_draft', 'none', 'Add', 'syntax'].map((name) => [
      'explain',
      `extensions/math/${name}.ts`,
    ]),
    ...['local/dagstack.toml', 'local/llm.ts', 'remote/dagstack.toml', 'wrong/dagstack.toml'].map((name) => [
      'explain',
      `plugins/${name}`,
    ]),
  ],
  generate: [['generate', '--check'], ['generate'], ['generate', '--check']],
  graph: [['graph']],
  init: [['init'], ['init', '--yes'], ['init']],
  new: [
    ['new', 'module', 'mail.send'],
    ['new', 'plugin', 'llm/other'],
  ],
}

describe('the published schema of what the command line prints', () => {
  it('is about every command that prints JSON', () => {
    const withJson = COMMANDS.filter(({ json }) => json).map(({ usage }) => usage.split(' ')[0])
    expect(Object.keys(asked).sort()).toEqual([...withJson].sort())
  })

  describe.each(Object.entries({ healthy, broken }))('in a %s project', (_, files) => {
    it.each(Object.entries(asked))('fits %s, and names all of it', async (command, lines) => {
      const project = cliProject(files)
      for (const line of lines) {
        const { code, out } = await project.run([...line, '--json'])
        const answer = JSON.parse(out) as { command: string; ok: boolean; root: string }
        const { root: _root, ...shown } = answer
        expect(shown).toMatchObject({ command, ok: code === 0 })
        expect({ line, answer, errors: errorsOf(published, answer) }).toEqual({ line, answer, errors: [] })
        expect({ line, answer, errors: errorsOf(strict, answer) }).toEqual({ line, answer, errors: [] })
      }
    })
  })

  it.each(Object.entries({ healthy, broken }))('was tried on a %s project', async (name, files) => {
    const { code, out } = await cliProject(files).run(['check', '--json'])
    expect(code).toBe(name === 'healthy' ? 0 : 1)
    expect(
      (JSON.parse(out) as { diagnostics: { code: string }[] }).diagnostics.map((one) => one.code),
    ).toEqual(
      name === 'healthy' ? [] : ['CASE_COLLISION', 'MODULE_ID_CONFLICT', 'PARSE_ERROR', 'MANIFEST_INVALID'],
    )
  })

  it('fits the options of a project', async () => {
    const { code, out } = await cliProject(healthy).run(['check', '--print-config', '--json'])
    expect(code).toBe(0)
    expect(errorsOf(strict, JSON.parse(out))).toEqual([])
  })

  it.each([
    [['check', '--nope', '--json']],
    [['new', 'thing', 'a', '--json']],
    [['check', '--max-depth', '1000', '--json']],
    [['check', '--config', 'none.config.ts', '--json']],
  ])('fits what is said of wrong use: %s', async (line) => {
    const { code, out } = await cliProject(healthy).run(line)
    expect(code).toBe(2)
    const answer: unknown = JSON.parse(out)
    expect(answer).toMatchObject({ ok: false, error: { message: expect.any(String) } })
    expect(errorsOf(strict, answer)).toEqual([])
  })

  it('refuses what is none of these', () => {
    for (const answer of [{}, { version: 2 }, { version: 1, command: 'check' }, [], null]) {
      expect(published(answer)).toBe(false)
    }
  })
})

/** What is wrong, of that answer which fits best: a union says of each of its types why it is not that one. */
function errorsOf(validate: ReturnType<typeof validatorOf>, answer: unknown): string[] {
  if (validate(answer)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  )
}

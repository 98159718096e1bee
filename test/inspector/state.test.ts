import { homedir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { moduleText, PATIENCE } from '../dev-server/support/dev.ts'
import { connect } from '../dev-server/support/socket.ts'
import { inspect } from './support/ask.ts'

test('modules are shown with their place, the way to their ID and what they hide', async () => {
  const { dev, state } = await inspect(
    {
      'extensions/math/Add.ts': `\n${moduleText('Add', { description: 'Adds' })}`,
      'vendor/math/add.ts': moduleText('Add'),
    },
    {
      options: {
        extensions: [
          { root: 'extensions', namespace: 'app' },
          { root: 'vendor', namespace: 'app', scope: 'global' },
        ],
      },
    },
  )
  const { modules, broken, problems, calls } = await state()
  expect(problems.filter(({ diagnostic }) => diagnostic.severity === 'error')).toEqual([])
  expect({ broken, calls }).toEqual({ broken: false, calls: false })
  const add = modules.find(({ entry }) => entry.id === 'app.math.add')!
  expect(add).toMatchObject({
    entry: { description: 'Adds', file: 'extensions/math/Add.ts' },
    place: { file: 'extensions/math/Add.ts', line: 3, column: 14 },
    shadows: [{ scope: 'global', origin: 'vendor', file: 'vendor/math/add.ts' }],
  })
  expect(add.steps.at(-1)).toEqual({ title: 'ID', value: 'app.math.add' })
  expect(dev.printed.join('\n')).not.toContain('error')
})

test('a place follows edits that change nothing else', async () => {
  const { dev, state } = await inspect({ 'extensions/a.ts': moduleText('A') })
  const line = async () => (await state()).modules.find(({ entry }) => entry.id === 'a')!.place.line
  expect(await line()).toBe(2)
  dev.project.write({ 'extensions/a.ts': `// one\n// two\n${moduleText('A')}` })
  await vi.waitFor(async () => expect(await line()).toBe(4), PATIENCE)
})

test('plugins and other contributions are shown, without values of variables and without passwords', async () => {
  const { state, ask } = await inspect(
    {
      'plugins/mail/dagstack.toml': `[plugin]
name = "mail"
kind = "tools"
runtime = "mcp_stdio"
command = ["node", "mail.mjs"]
env = { MAIL_TOKEN = "s3cret-value" }
`,
      'plugins/away/dagstack.toml': `[plugin]
name = "away"
kind = "tools"
runtime = "mcp_http"
url = "https://me:s3cret-value@example.org/mcp?key=s3cret-value"
`,
    },
    {
      options: {
        contributors: [
          {
            name: 'themes',
            contribute: () => [
              { kind: 'theme', id: 'dark', source: { scope: 'project' }, payload: { ink: '#fff' } },
              { kind: 'theme', id: 'dark', source: { scope: 'builtin', path: 'themes/dark.json' } },
              { kind: 'prompt', id: 'long', source: { scope: 'project' }, payload: 'x'.repeat(9000) },
            ],
          },
        ],
      },
    },
  )
  const { plugins, contributions } = await state()
  expect(plugins.map(({ entry, place, status }) => [entry.id, entry.env, entry.url, place, status])).toEqual([
    ['tools:away', undefined, 'https://example.org/mcp', { file: 'plugins/away/dagstack.toml' }, 'ready'],
    ['tools:mail', { MAIL_TOKEN: '' }, undefined, { file: 'plugins/mail/dagstack.toml' }, 'ready'],
  ])
  expect((await ask('state.json')).text).not.toContain('s3cret-value')
  const [long, dark] = contributions
  expect(dark).toEqual({
    ...{ kind: 'theme', id: 'dark', scope: 'project', origin: 'themes', priority: 0 },
    payload: '{\n  "ink": "#fff"\n}',
    shadows: [{ scope: 'builtin', origin: 'themes', file: 'themes/dark.json' }],
  })
  expect(long!.payload).toMatch(/^"x+…$/)
  expect(long!.payload!.length).toBe(4001)
})

test('problems keep their key while they move, and hold no source text', async () => {
  const broken = `export const secret = 'source text'\n${moduleText('A')}${moduleText('B')}`
  const { dev, state, ask } = await inspect({ 'extensions/twice.ts': broken })
  const first = await state()
  expect(first.broken).toBe(true)
  const [problem] = first.problems
  expect(problem).toMatchObject({
    key: expect.stringMatching(/^MULTIPLE_MODULE_CLASSES-[0-9a-f]{8}$/),
    diagnostic: { code: 'MULTIPLE_MODULE_CLASSES', file: 'extensions/twice.ts', line: 3 },
  })
  const { text } = await ask('state.json')
  expect(text).not.toContain('implements Module')
  expect(text).not.toContain('source text')
  dev.project.write({ 'extensions/twice.ts': `\n\n${broken}` })
  await vi.waitFor(async () => {
    const { problems } = await state()
    expect(problems[0]).toMatchObject({ key: problem!.key, diagnostic: { line: 5 } })
  }, PATIENCE)
})

/** Told when the project is there, to what is made before. */
const machine = { root: '' }

test('no path of the machine is in the state, whatever brings it up', async () => {
  const outside = moduleText('Far')
  const { dev, ask } = await inspect(
    {
      'app/extensions/near.ts': moduleText('Near'),
      'app/extensions/bad name.ts': 'export class { implements',
      'shared/far.ts': outside,
      'app/plugins/broken/dagstack.toml': 'not toml at all',
    },
    {
      served: 'app',
      options: {
        extensions: ['extensions', '../shared', 'missing'],
        contributors: [
          {
            name: 'paths',
            contribute: () => [
              {
                ...{ kind: 'prompt', id: 'where', source: { scope: 'project', path: process.cwd() } },
                payload: { [`${import.meta.dirname}/x`]: new Error().stack, home: `${homedir()}/.config` },
              },
            ],
          },
          {
            name: 'failing',
            contribute: () => {
              throw new Error(
                `cannot read ${machine.root}/app/data.json, see file://${machine.root}/app and\n${machine.root}/app`,
              )
            },
          },
        ],
      },
      before: ({ root }) => {
        machine.root = root
      },
    },
  )
  const { text } = await ask('state.json')
  expect(text).toContain('CONTRIBUTOR_FAILED')
  expect(text).toContain('cannot read ./data.json')
  expect(text).not.toContain(dev.project.root)
  expect(text).not.toContain('/app/data.json')
  expect(text).not.toContain(process.cwd())
  expect(text).not.toContain(homedir())
})

test('the ETag is that of the generation, and changes with it', async () => {
  const { dev, ask, state } = await inspect({ 'extensions/a.ts': moduleText('A') })
  const first = await ask('state.json')
  const etag = first.headers.etag as string
  const again = await ask('state.json', { headers: { 'If-None-Match': `"other", W/${etag}` } })
  expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
  dev.project.write({ 'extensions/b.ts': moduleText('B') })
  await vi.waitFor(async () => {
    expect((await state()).modules.map(({ entry }) => entry.id)).toContain('b')
  }, PATIENCE)
  const next = await ask('state.json', { headers: { 'If-None-Match': etag } })
  expect(next.status).toBe(200)
  expect(next.headers.etag).not.toBe(etag)
  expect(JSON.parse(next.text).generation).toBeGreaterThan(JSON.parse(first.text).generation)
})

test('pages hear of something new once, and only when somebody has looked since', async () => {
  const { dev, state } = await inspect({ 'extensions/a.ts': moduleText('A') })
  const told: number[] = []
  const socket = await connect(
    dev.url,
    dev.server.config.webSocketToken,
    ({ event, data }: { event?: string; data: { generation: number } }) => {
      if (event === 'module-registry:inspector') told.push(data.generation)
    },
  )
  const edit = (name: string, text = moduleText(name.toUpperCase())) =>
    dev.changed(() => dev.project.write({ [`extensions/${name}.ts`]: text }), `add extensions/${name}.ts`)
  await edit('b')
  expect(told).toEqual([])
  const { generation } = await state()
  await edit('c', moduleText('C') + moduleText('D'))
  await vi.waitFor(() => expect(told).toHaveLength(1), PATIENCE)
  expect(told[0]).toBeGreaterThan(generation)
  await edit('d')
  await edit('e')
  expect(told).toHaveLength(1)
  const { broken, generation: last } = await state()
  expect(broken).toBe(true)
  expect(last).toBeGreaterThanOrEqual(told[0]!)
  await edit('f')
  await vi.waitFor(() => expect(told).toHaveLength(2), PATIENCE)
  socket.close()
})

test('hostile names are plain data', async () => {
  const description = '</script><img src=x onerror=alert(1)>\u2028${`'
  const { state, ask } = await inspect({
    'extensions/a.ts': moduleText('A', { description }),
    'extensions/<img onerror=alert(1)>.ts': moduleText('Image'),
  })
  const { modules, problems } = await state()
  expect(modules.map(({ entry }) => entry.description)).toContain(description)
  expect(problems.map(({ diagnostic }) => diagnostic.file)).toContain('extensions/<img onerror=alert(1)>.ts')
  const { headers } = await ask('state.json')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

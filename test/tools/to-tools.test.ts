import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  hashTools,
  ToolNameError,
  type ToolProblem,
  type ToolSource,
  toolName,
  toolNameToId,
  toTools,
} from '../../src/runtime.ts'

const providers = ['mcp', 'openai', 'anthropic'] as const

const add: ToolSource = {
  id: 'math.math_ops.addition',
  description: 'Adds "two" numbers — beware of \u2028 and </script>.',
  inputSchema: {
    type: 'object',
    required: ['a', 'b'],
    properties: { b: { type: 'number' }, a: { type: 'number', description: 'One of them' } },
    $schema: 'https://json-schema.org/draft/2020-12/schema',
  },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readonly: true, cacheable: true },
}
const ping: ToolSource = { id: 'ping' }

/** Makes tools, and says what was left out. */
function make(catalog: readonly ToolSource[], provider: (typeof providers)[number], options: object = {}) {
  const problems: ToolProblem[] = []
  const tools = toTools(catalog, provider, { ...options, onProblem: (problem) => problems.push(problem) })
  return { tools, problems, left: problems.map(({ id, reason }) => `${id}: ${reason}`) }
}

/** The schema of the inputs of the only tool. */
function schemaOf(inputSchema: object, provider: (typeof providers)[number] = 'mcp'): unknown {
  const { tools, left } = make([{ id: 'm', inputSchema }], provider)
  expect(left).toEqual([])
  const [tool] = tools as readonly object[] as {
    inputSchema?: object
    input_schema?: object
    function?: { parameters: object }
  }[]
  return tool!.inputSchema ?? tool!.input_schema ?? tool!.function!.parameters
}

/** Why the only module is left out. */
function reason(inputSchema: unknown, provider: (typeof providers)[number] = 'mcp'): string {
  const { tools, problems } = make([{ id: 'm', inputSchema: inputSchema as object }], provider)
  expect(tools).toEqual([])
  expect(problems).toHaveLength(1)
  return problems[0]!.reason
}

describe('the bytes of a tool list', () => {
  it('are those of MCP', () => {
    expect(JSON.stringify(toTools([ping, add], 'mcp'))).toBe(
      '[{"annotations":{"readOnlyHint":true},"description":"Adds \\"two\\" numbers — beware of \u2028 and </script>.",' +
        '"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"a":{"description":"One of them","type":"number"},"b":{"type":"number"}},"required":["a","b"],"type":"object"},' +
        '"name":"math-math_ops-addition","outputSchema":{"properties":{"sum":{"type":"number"}},"required":["sum"],"type":"object"}},' +
        '{"inputSchema":{"properties":{},"type":"object"},"name":"ping"}]',
    )
  })

  it('are those of Chat Completions and of Responses', () => {
    const parameters =
      '{"properties":{"a":{"description":"One of them","type":"number"},"b":{"type":"number"}},"required":["a","b"],"type":"object"}'
    const source = { ...add, description: 'Adds.' }
    expect(JSON.stringify(toTools([source], 'openai'))).toBe(
      `[{"function":{"description":"Adds.","name":"math-math_ops-addition","parameters":${parameters},"strict":false},"type":"function"}]`,
    )
    expect(JSON.stringify(toTools([source], 'openai', { api: 'responses' }))).toBe(
      `[{"description":"Adds.","name":"math-math_ops-addition","parameters":${parameters},"strict":false,"type":"function"}]`,
    )
  })

  it('are those of Messages', () => {
    expect(JSON.stringify(toTools([{ ...add, description: 'Adds.' }, ping], 'anthropic'))).toBe(
      '[{"description":"Adds.","input_schema":{"properties":{"a":{"description":"One of them","type":"number"},"b":{"type":"number"}},"required":["a","b"],"type":"object"},"name":"math-math_ops-addition"},' +
        '{"input_schema":{"properties":{},"type":"object"},"name":"ping"}]',
    )
  })

  it('do not depend on the order of the catalog, or of keys', () => {
    const entries = fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^[a-z][a-z0-9]{0,5}(\.[a-z][a-z0-9]{0,5}){0,3}$/),
        inputSchema: fc.dictionary(
          fc.constantFrom('title', 'a', '1', '__proto__'),
          fc.jsonValue({ maxDepth: 2 }),
        ),
      }),
      { selector: ({ id }) => id, maxLength: 8 },
    )
    const shuffled = entries.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...providers), ([one, other], provider) => {
        const turned = other.map(({ id, inputSchema }) => ({
          inputSchema: Object.fromEntries(Object.entries(inputSchema).reverse()),
          id,
        }))
        const bytes = JSON.stringify(make(one, provider).tools)
        expect(JSON.stringify(make(turned, provider).tools)).toBe(bytes)
        expect(JSON.parse(bytes)).toHaveLength(one.length)
      }),
    )
  })

  it('give the hash', async () => {
    const tools = toTools([add, ping], 'mcp')
    const expected = createHash('sha256').update(JSON.stringify(tools)).digest('hex')
    expect(await hashTools(tools)).toBe(expected)
    expect(await hashTools(toTools([ping, add], 'mcp'))).toBe(expected)
    expect(await hashTools(toTools([ping], 'mcp'))).not.toBe(expected)
  })

  it('cannot be changed', () => {
    const [tool] = toTools([add], 'mcp')
    expect(() => Object.assign(tool!.inputSchema.properties, { c: {} })).toThrow(TypeError)
    expect(add.inputSchema).toHaveProperty('required', ['a', 'b'])
  })
})

describe('a name', () => {
  const segment = fc.stringMatching(/^[a-z](_?[a-z0-9]){0,6}$/)
  const ids = fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('.'))

  it('leads back to its ID', () => {
    fc.assert(
      fc.property(ids, (id) => {
        expect(toolName(id)).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(toolNameToId(toolName(id))).toBe(id)
      }),
    )
  })

  it('of a tool of an MCP server stays as it is', () => {
    for (const id of ['mcp__git__create-issue', 'mcp__files__read.all']) {
      expect(toolName(id)).toBe(id)
      expect(toolNameToId(id)).toBe(id)
    }
    const { tools, left } = make([{ id: 'mcp__git__create-issue' }, { id: 'mcp__files__read.all' }], 'mcp')
    expect(tools).toHaveLength(1)
    expect(left[0]).toMatch(/^mcp__files__read.all: its name "mcp__files__read.all" is refused/)
  })

  it.each([
    ['openai', 64],
    ['anthropic', 128],
    ['mcp', 128],
  ] as const)('has a limit for %s: %d', (provider, limit) => {
    const fits = { id: 'a'.repeat(limit) }
    const long = [{ id: `b.${'b'.repeat(limit)}` }, { id: `a.${'b'.repeat(limit)}` }]
    expect(toTools([fits], provider)).toHaveLength(1)
    const error = catchError(() => toTools([fits, ...long, ping], provider))
    expect(error).toBeInstanceOf(ToolNameError)
    const names = [`a-${'b'.repeat(limit)}`, `b-${'b'.repeat(limit)}`]
    expect(error).toMatchObject({
      code: 'TOOL_NAME_TOO_LONG',
      details: { provider, limit, names, name: names[0] },
    })
    for (const name of names) expect((error as Error).message).toContain(name)
  })

  it('that is taken twice is listed once', () => {
    const { tools, left } = make([ping, ping], 'openai')
    expect(tools).toHaveLength(1)
    expect(left).toEqual(['ping: another tool is named "ping" too'])
  })
})

describe('a module without parameters', () => {
  const none = [
    undefined,
    {},
    { type: 'object' },
    { type: 'object', properties: {} },
    { description: 'none' },
  ]

  it.each(providers)('has an empty object schema for %s', (provider) => {
    for (const inputSchema of none) {
      const { tools, left } = make([{ id: 'm', inputSchema }], provider)
      expect(left).toEqual([])
      const text = JSON.stringify(tools[0])
      expect(text).toContain('"properties":{}')
      expect(text).toContain('"type":"object"}')
    }
  })
})

describe('a module that a provider cannot take', () => {
  it('leaves the others as they are', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const bad = [
      { type: 'string' },
      cycle,
      { properties: { a: 1n } },
      { $ref: 'https://example.com/s' },
      5,
      'x',
      [],
      false,
    ]
    const catalog = bad.map((inputSchema, i) => ({ id: `bad.m${i}`, inputSchema: inputSchema as object }))
    for (const provider of providers) {
      const { tools, problems } = make([add, ...catalog, ping], provider)
      expect(tools).toEqual(toTools([add, ping], provider))
      expect(problems.map(({ id }) => id)).toEqual(catalog.map(({ id }) => id))
      for (const problem of problems) {
        expect(problem).toMatchObject({ code: 'TOOL_SCHEMA_UNUSABLE', provider })
        expect(problem.message).toContain(`"${problem.id}"`)
        expect(problem.message).toContain(problem.reason)
      }
    }
  })

  it('is told of on the console where nobody listens', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(toTools([{ id: 'shout', inputSchema: { type: 'string' } }, ping], 'openai')).toHaveLength(1)
    expect(warn.mock.calls).toEqual([
      [
        'The module "shout" is left out of the tools for "openai": its input schema is no object at its top, as inputs of tools are.',
      ],
    ])
  })

  it('has an input schema that is not known, and says where', () => {
    const unresolved = {
      inputSchema: { reason: 'Date cannot be represented', file: 'e/run.ts', line: 5, column: 17 },
    }
    const { tools, left } = make([{ id: 'task.run', description: 'Runs', unresolved }], 'mcp')
    expect(tools).toEqual([])
    expect(left).toEqual([
      'task.run: its input schema is not known before it is loaded (e/run.ts:5:17: Date cannot be represented)',
    ])
  })

  it('does not matter for what else is not known', () => {
    const unresolved = { description: { reason: 'a function call', file: 'e/run.ts', line: 5, column: 17 } }
    expect(make([{ id: 'task.run', unresolved }], 'mcp').left).toEqual([])
  })

  it('is no schema object of a library', () => {
    expect(reason({ '~standard': { version: 1 }, type: 'object' })).toContain('schema object of a library')
  })

  it('has inputs that are no object', () => {
    for (const schema of [
      { type: 'array', items: {} },
      { enum: [{ a: 1 }] },
      { anyOf: [{ type: 'object' }, { type: 'string' }] },
      { allOf: [{ $ref: '#/$defs/x' }], $defs: { x: { type: 'number' } } },
      { not: { type: 'string' } },
      { $ref: '#' },
    ]) {
      expect(reason(schema)).toMatch(/ its top/)
    }
    expect(reason({ properties: [] })).toContain('`properties`')
    expect(reason({ properties: { a: 'string' } })).toContain('"a"')
    expect(reason({ required: 'a' })).toContain('`required`')
  })

  it('has at its top what that provider refuses', () => {
    const union = {
      type: 'object',
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      properties: { a: {}, b: {} },
    }
    expect(reason(union, 'openai')).toContain('`anyOf`')
    expect(reason(union, 'anthropic')).toContain('`anyOf`')
    expect(schemaOf(union)).toEqual(union)
    const negation = { type: 'object', not: { required: ['a'] } }
    expect(reason(negation, 'openai')).toContain('`not`')
    expect(schemaOf(negation, 'anthropic')).toEqual({ ...negation, properties: {} })
  })

  it('has a property with a name that that provider refuses', () => {
    const schema = { type: 'object', properties: { 'two words': {} } }
    expect(reason(schema, 'anthropic')).toContain('"two words"')
    expect(schemaOf(schema, 'openai')).toEqual(schema)
  })
})

describe('a schema', () => {
  it('says that inputs are an object, and has properties', () => {
    expect(schemaOf({ required: ['a'] })).toEqual({ type: 'object', properties: {}, required: ['a'] })
    expect(schemaOf({ type: ['object', 'null'] })).toEqual({ type: 'object', properties: {} })
    const oneOf = [
      { type: 'object', properties: { kind: { const: 'a' } } },
      { properties: { kind: { const: 'b' } } },
    ]
    expect(schemaOf({ oneOf })).toEqual({ oneOf, type: 'object', properties: {} })
  })

  it('has objects for true and false in its properties', () => {
    expect(schemaOf({ properties: { any: true, none: false } })).toEqual({
      ...{ type: 'object', properties: { any: {}, none: { not: {} } } },
    })
  })

  it('says of every list what is in it, for OpenAI', () => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array' }, example: { default: { type: 'array' } } },
    }
    expect(schemaOf(schema, 'openai')).toEqual({
      ...{
        type: 'object',
        properties: { list: { type: 'array', items: {} }, example: schema.properties.example },
      },
    })
    expect(schemaOf(schema)).toEqual(schema)
  })

  it('keeps references that lead somewhere', () => {
    const node = { type: 'object', properties: { next: { $ref: '#' } } }
    const defs = {
      ...{
        type: 'object',
        properties: { a: { $ref: '#/$defs/a~1b' }, 'b c': { $ref: '#/properties/b%20c/not' } },
      },
      $defs: { 'a/b': { type: 'string' } },
    }
    for (const provider of providers) expect(schemaOf(node, provider)).toEqual(node)
    const withB = {
      ...defs,
      properties: { ...defs.properties, 'b c': { not: { type: 'null' } }, c: defs.properties['b c'] },
    }
    expect(schemaOf(withB)).toEqual(withB)
    expect(reason(defs)).toBe(
      'its input schema has a reference "#/properties/b%20c/not" that leads nowhere within it',
    )
  })

  it('has references by name turned into paths', () => {
    const tree = {
      ...{ $id: 'T0', type: 'object', required: ['nodes'] },
      properties: { nodes: { type: 'array', items: { $ref: 'T0' } } },
    }
    expect(schemaOf(tree)).toEqual({
      ...{ type: 'object', required: ['nodes'] },
      properties: { nodes: { type: 'array', items: { $ref: '#' } } },
    })
    const inner = {
      type: 'object',
      properties: { tree: { ...tree, properties: { me: { $ref: '#' }, n: { $ref: 'T0' } } } },
    }
    expect(schemaOf(inner)).toEqual({
      ...{ type: 'object', properties: { tree: { $ref: '#/$defs/T0' } } },
      $defs: {
        T0: {
          ...{ type: 'object', required: ['nodes'] },
          properties: { me: { $ref: '#/$defs/T0' }, n: { $ref: '#/$defs/T0' } },
        },
      },
    })
    const anchored = { properties: { a: { $anchor: 'here', type: 'string' }, b: { $ref: '#here' } } }
    expect(schemaOf(anchored)).toEqual({
      ...{ type: 'object', properties: { a: { $ref: '#/$defs/here' }, b: { $ref: '#/$defs/here' } } },
      $defs: { here: { type: 'string' } },
    })
  })

  it('has at its top what it referred to', () => {
    const $defs = { __schema0: { type: 'object', properties: { next: { $ref: '#/$defs/__schema0' } } } }
    expect(schemaOf({ $ref: '#/$defs/__schema0', $defs, description: 'A list' }, 'openai')).toEqual({
      ...{ $defs, description: 'A list', type: 'object', properties: $defs.__schema0.properties },
    })
  })

  it('survives names of members of objects', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"$ref":"#/$defs/toString"}}}',
    )
    expect(reason(schema)).toContain('#/$defs/toString')
    schema.$defs = { toString: { type: 'string' } }
    expect(JSON.stringify(schemaOf(schema))).toBe(
      '{"$defs":{"toString":{"type":"string"}},"properties":{"__proto__":{"type":"string"},"constructor":{"$ref":"#/$defs/toString"}},"type":"object"}',
    )
  })
})

describe('strict', () => {
  const strict = (inputSchema: object, provider: 'openai' | 'anthropic' = 'openai'): unknown => {
    const { tools, left } = make([{ id: 'm', inputSchema }], provider, { strict: true })
    expect(left).toEqual([])
    const [tool] = tools as readonly object[] as {
      function?: { strict: boolean; parameters: object }
      strict?: true
      input_schema: object
    }[]
    return (tool!.function?.strict ?? tool!.strict)
      ? (tool!.function?.parameters ?? tool!.input_schema)
      : false
  }

  it('closes the objects of schemas that leave nothing to chance', () => {
    const inner = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: ['string', 'null'] } } },
    }
    const schema = { type: 'object', properties: { inner }, required: ['inner'] }
    expect(strict({ ...schema, properties: { inner: { ...inner, required: ['list'] } } })).toEqual({
      ...{ type: 'object', additionalProperties: false, required: ['inner'] },
      properties: { inner: { ...inner, required: ['list'], additionalProperties: false } },
    })
    expect(strict(schema)).toBe(false)
    expect(strict(schema, 'anthropic')).toMatchObject({ additionalProperties: false })
  })

  it('is not claimed for others, which stay as they are', () => {
    const property = (schema: object) => ({ type: 'object', properties: { a: schema }, required: ['a'] })
    for (const schema of [{}, { type: 'string', minLength: 1 }, { type: 'array' }, { type: 'object' }]) {
      expect(strict(property(schema))).toBe(false)
      expect(strict(property(schema), 'anthropic')).toBe(false)
    }
    const recursive = property({ anyOf: [{ $ref: '#' }, { type: 'null' }] })
    expect(strict(recursive)).toEqual({ ...recursive, additionalProperties: false })
    expect(strict(recursive, 'anthropic')).toBe(false)
    const [tool] = toTools([{ id: 'm', inputSchema: property({}) }], 'openai', { strict: true })
    expect(tool!.function).toEqual({ name: 'm', parameters: property({}), strict: false })
  })
})

describe('annotations', () => {
  const hints = (annotations: object | undefined) =>
    toTools([{ id: 'm', annotations }], 'mcp')[0]!.annotations

  it('become the hints that say the same, and no others', () => {
    expect(hints(undefined)).toBeUndefined()
    expect(hints({})).toBeUndefined()
    expect(hints({ readonly: true })).toEqual({ readOnlyHint: true })
    expect(hints({ readonly: false })).toEqual({ readOnlyHint: false })
    expect(hints({ destructive: true, readonly: true })).toEqual({
      destructiveHint: true,
      readOnlyHint: true,
    })
    expect(hints({ idempotent: true, openWorld: false })).toEqual({
      idempotentHint: true,
      openWorldHint: false,
    })
    expect(hints({ readOnly: true, read_only: true, streaming: true })).toBeUndefined()
    expect(hints({ readonly: 'yes', destructive: 1 })).toBeUndefined()
    expect(hints(Object.create({ readonly: true }))).toBeUndefined()
  })
})

it('takes contributions of kind `tool`, whose schema is in their payload', () => {
  const parameters = { type: 'object', properties: { q: { type: 'string' } } }
  const catalog = [
    { id: 'search', payload: { name: 'search', description: 'Searches.', parameters } },
    { id: 'wait', payload: 'for it' },
  ]
  expect(toTools(catalog, 'mcp')).toEqual([
    { name: 'search', description: 'Searches.', inputSchema: parameters },
    { name: 'wait', inputSchema: { type: 'object', properties: {} } },
  ])
})

describe('an output schema', () => {
  it('is left away where it is no object, and the tool stays', () => {
    const { tools, left } = make([{ id: 'm', outputSchema: { type: 'number' } }], 'mcp')
    expect(left).toEqual([])
    expect(tools).toEqual([{ name: 'm', inputSchema: { type: 'object', properties: {} } }])
  })
})

it('refuses a provider that it does not know', () => {
  expect(() => toTools([], 'gemini' as 'mcp')).toThrow('none for "gemini"')
  expect(() => toTools([], 'constructor' as 'mcp')).toThrow(TypeError)
})

function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw.')
}

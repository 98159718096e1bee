import { describe, expect, it } from 'vitest'
import { surfaceDigest, toolDigest } from '../../../src/process.ts'

const ping = `{"id":"ping","name":"module.demo.ping","description":"Reverse-queries the granted host entity and reports the row count.","input_schema":{"type":"object","properties":{"q":{"type":"string"}}}}`

/** Texts of tools, and the digests that the Go reference makes of them. */
const tools: Record<string, [string, string]> = {
  'a tool as a child lists it': [ping, 'bbf09860ea5ea5b59ffdc05a80e91991f71eeed155d9def5eb6cea5f74722365'],
  'no description, no schema': [
    '{"id":"a","name":"A"}',
    '2f925f1587e3a7d570e2c35ce29ed7f3b3584dec5ee0b4de967f89d6e5cdaba1',
  ],
  'a schema that is null': [
    '{"id":"a","name":"A","input_schema":null}',
    '2f925f1587e3a7d570e2c35ce29ed7f3b3584dec5ee0b4de967f89d6e5cdaba1',
  ],
  'white space, and numbers in their spelling': [
    '{"id":"a","name":"A","description":"d","input_schema":{ "type" : "object" , "n" : [ 1.0 , 1e3, -0, 10 ] }}',
    '1b90c0b0fd87a5031905d4495d360fe34deea98caf33ba674afdb886870ffd7b',
  ],
  'keys that look like numbers': [
    '{"id":"a","name":"A","input_schema":{"b":1,"10":2,"2":3,"a":4}}',
    'c44796b06cdc4151ef5b4706fe3f669c1b59d8419b575914dbd061190208effe',
  ],
  'one key twice': [
    '{"id":"a","name":"A","input_schema":{"x":1,"x":2}}',
    '4cab90ddf92548d301350168f5fdc8aab249a988d026ded68f8baeb5650b5405',
  ],
  'numbers that lose digits when they are parsed': [
    '{"id":"a","name":"A","input_schema":{"m":12345678901234567890,"f":0.10}}',
    '96cd2b4f5d787a3b41ae4ad5a79e8cf9a1f8255fce2a5803bd8489d79fa6086e',
  ],
  'half of a character': [
    String.raw`{"id":"a","name":"A","description":"\ud800x"}`,
    'c740772ca1979cc74cd4a52d5fe443d74169fc870d55c7a35b176ce30497a01f',
  ],
  'escapes of every kind': [
    String.raw`{"id":"a","name":"A","description":"<b>&\u0041\u00e9é\/\b\f\n\u0001\u007f\u2028"}`,
    'ab23e88fb4bef1ddaa0f0140ce6bbe192e20e223aaa7667814a7c0374ea25259',
  ],
  'a key that is the prototype elsewhere': [
    '{"id":"a","name":"A","input_schema":{"__proto__":{"x":1},"k":1}}',
    '1fb2dfe389ebade8fa10e3fff5753d41abb96594bd1baa690413157d9afe7d0d',
  ],
}

describe('toolDigest', () => {
  it.each(Object.entries(tools))('is that of the Go reference for %s', (_, [text, digest]) => {
    expect(toolDigest(text)).toBe(digest)
  })

  it('does not depend on the order of members, nor on white space between them', () => {
    const text = ' { "name" : "A" , "id" : "a" , "more" : [ "]" , { "}" : "," } ] } '
    expect(toolDigest(text)).toBe(toolDigest('{"id":"a","name":"A"}'))
  })
})

describe('surfaceDigest', () => {
  it('is that of the Go reference for a module that shows nothing', () => {
    expect(surfaceDigest({ name: 'demo', version: '1.0.0' })).toBe(
      'de4a145223b39404fa8c3e78d0f1a374415b16d85dd6fb126322b5d563e31035',
    )
  })

  it('is that of the Go reference for a module that shows everything', () => {
    const surface = {
      name: 'demo',
      version: '1.0.0',
      routes: [
        { id: 'hello', method: 'GET', path: '/demo/hello' },
        { id: 'items', method: 'GET', path: '/demo/items/{id}' },
      ],
      tools: [{ id: 'ping', sha256: '00' }],
      grants: ['articles:read', 'articles:*'],
      trustTier: 'trusted',
      migrationGroup: 'demo',
    } as const
    expect(surfaceDigest(surface)).toBe('37279d5ad815fb9c6370af64aa8cdc06590df993340ad5bae1a9deec2762c2eb')
  })
})

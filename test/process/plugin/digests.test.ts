import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolDigest } from '../../../src/process/protocol/digests.ts'
import { toolDigestText } from '../../../src/util/digest-text.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the digest that a build gives to a tool', () => {
  it('is the one that the text of the running module has, however it writes its white space', () => {
    const texts = fc.string({ unit: 'binary' })
    const tools = fc.record({
      id: texts,
      name: texts,
      description: fc.option(texts, { nil: undefined }),
      schema: fc.option(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), {
        nil: undefined,
      }),
    })
    fc.assert(
      fc.property(tools, fc.integer({ min: 0, max: 2 }), ({ id, name, description, schema }, indent) => {
        const wire = JSON.stringify({ id, name, description, input_schema: schema }, undefined, indent)
        expect(sha256(toolDigestText({ id, name, description, inputSchema: schema }))).toBe(toolDigest(wire))
      }),
    )
  })
})

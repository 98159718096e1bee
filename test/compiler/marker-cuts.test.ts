import { describe, expect, it } from 'vitest'
import type { Cut } from '../../src/compiler/parse/facts.ts'
import { scanFile } from '../../src/index.ts'
import { memoryHost } from '../support/memory-host.ts'
import { printDescriptors } from '../support/print.ts'
import { compileOn } from '../support/project.ts'

const RUNTIME = 'unplugin-module-registry/runtime'
const FILE = 'extensions/subject.ts'
const body = 'implements Module { execute() {} }'

function applyCuts(text: string, cuts: readonly Cut[]): string {
  return [...cuts].reverse().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
}

describe('what is cut out of a text with marker decorators', () => {
  it.each([
    ['called', `import { multiClass, type Module } from '${RUNTIME}'\n@multiClass() export class A ${body}`],
    ['not called', `import { multiClass, Module } from '${RUNTIME}'\n@multiClass export class A ${body}`],
    [
      'in parentheses',
      `import { type Module, multiClass } from '${RUNTIME}'\n@(multiClass()) export class A ${body}`,
    ],
    [
      'behind export',
      `import { defineModule, multiClass, type Module } from '${RUNTIME}'\nexport @multiClass class A ${body}\nexport const d = defineModule({ execute() {} })`,
    ],
    [
      'under another name',
      `import { multiClass as many, type Module } from '${RUNTIME}'\n@many /* why */ export class A ${body}`,
    ],
    [
      'under its own name, written twice',
      `import { multiClass as multiClass, type Module } from '${RUNTIME}'\n@multiClass() export class A ${body}`,
    ],
    [
      'imported by itself',
      `import { multiClass } from '${RUNTIME}'\nimport type { Module } from '${RUNTIME}'\n@multiClass() export class A ${body}`,
    ],
    [
      'through a namespace',
      `import * as r from '${RUNTIME}'\nimport type { Module } from '${RUNTIME}'\n@r.multiClass() export class A ${body}`,
    ],
    [
      'without spaces',
      `import{multiClass}from'${RUNTIME}'\nimport type{Module}from'${RUNTIME}'\n@multiClass()export class A ${body}`,
    ],
    [
      'through a namespace without spaces',
      `import*as r from '${RUNTIME}'\nimport type { Module } from '${RUNTIME}'\n@r.multiClass() export class A ${body}`,
    ],
    [
      'with comments in the import',
      `import { /* } */ multiClass /* it's from */, type Module } from '${RUNTIME}'\n@multiClass() export class A ${body}`,
    ],
    [
      'through a namespace with comments in the import',
      `import * /* it's */ as /* "it" */ r from '${RUNTIME}'\nimport type { Module } from '${RUNTIME}'\n@r.multiClass() export class A ${body}`,
    ],
    [
      'on several classes, among others',
      `import { multiClass, type Module } from '${RUNTIME}'\nimport { logged } from './logged'\n@logged() @multiClass() @logged() export class A ${body}\n@multiClass\n@logged() export class B ${body}`,
    ],
    [
      'on an expression',
      `import { multiClass, type Module } from '${RUNTIME}'\nexport const A = @multiClass() class ${body}`,
    ],
    [
      'with CRLF and tabs',
      `import { multiClass, type Module } from '${RUNTIME}'\r\n\t@multiClass()\t\r\n\texport class A ${body}\r\n`,
    ],
    [
      'with other writing in front',
      `const x = '👩‍💻 加法'\nimport { multiClass, type Module } from '${RUNTIME}'\n@multiClass() export class A ${body}`,
    ],
  ])('leaves the same classes and no trace of it: %s', async (_, text) => {
    const host = memoryHost({ [FILE]: text })
    const { marked } = await compileOn(host, { onMultiple: 'first' })
    const { cuts, text: known } = marked.get(`/project/${FILE}`)!
    expect(known).toBe(text)
    const rest = applyCuts(text, cuts)
    expect(rest).not.toMatch(/multiClass|many|\br\./)
    expect(rest.split('\n')).toHaveLength(text.split('\n').length)
    const scan = async () =>
      printDescriptors(await scanFile(FILE, { root: host.root }, host)).replaceAll(/^\d+:\d+|, marked/gm, '')
    const before = await scan()
    host.write(FILE, rest)
    expect(await scan()).toBe(before)
    expect((await compileOn(host, { onMultiple: 'first' })).marked.size).toBe(0)
  })

  it('keeps an import that something else uses', async () => {
    const text = `import { multiClass, type Module } from '${RUNTIME}'\n@multiClass() export class A ${body}\nexport const again = multiClass`
    const { marked } = await compileOn(memoryHost({ [FILE]: text }))
    expect(applyCuts(text, marked.get(`/project/${FILE}`)!.cuts)).toBe(text.replace('@multiClass() ', ''))
  })

  it('is nothing where there is no marker, or it is a word of somebody else', async () => {
    const host = memoryHost({
      'extensions/a.ts': `import { multiClass } from 'elsewhere'\nimport type { Module } from '${RUNTIME}'\n@multiClass() export class A ${body}`,
      'extensions/b.ts': `/** @multiClass */\nimport type { Module } from '${RUNTIME}'\nexport class B ${body}`,
    })
    expect((await compileOn(host)).marked.size).toBe(0)
  })
})

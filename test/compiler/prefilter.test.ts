import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ModuleNames, mayHoldModule } from '../../src/compiler/parse/prefilter.ts'

const names: ModuleNames = {
  moduleInterface: { name: 'Module' },
  moduleFactories: ['unplugin-module-registry/runtime', 'apcore-js'],
}

/** Ways of writing a module, each with as little text as possible. */
const modules = [
  'export class A implements X {}',
  'export class A extends B {}',
  'export class A{}interface A extends X{}',
  'export const A=class extends B{}',
  '/** @implements {X} */export class A{}',
  'export const a:Module={}',
  'export const a={}satisfies Module',
  'export default{}satisfies r.Module',
  "import{Module as M}from'x';export const a:M={}",
  "import{module}from'apcore-js';export const a=module({})",
  'import{defineModule as d}from"unplugin-module-registry/runtime";export default d({})',
  "import*as x from'apcore-js';export const a=new x.FunctionModule({})",
]

describe('the question before parsing', () => {
  it('is never answered with no for a text with a module in it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...modules), fc.string(), fc.string(), (module, before, after) =>
        mayHoldModule(`${before}\n${module}\n${after}`, names),
      ),
    )
  })

  it.each([
    '',
    'export const x = 1',
    'export class Clock { now() { return 0 } }',
    'export interface Pair { a: number }',
    "import { module } from 'angular'\nmodule('app')",
    "import { z } from 'zod'",
    'export function classify() {}',
  ])('is answered with no for %j', (text) => {
    expect(mayHoldModule(text, names)).toBe(false)
  })

  it('goes by the interface and the factories that were configured', () => {
    const own: ModuleNames = { moduleInterface: { name: 'Tool', from: 'sdk' }, moduleFactories: ['sdk'] }
    expect(mayHoldModule('export const a: Tool = {}', own)).toBe(true)
    expect(mayHoldModule('export const a: Module = {}', own)).toBe(false)
    expect(mayHoldModule("import { module } from 'sdk'", own)).toBe(true)
    expect(mayHoldModule("import { module } from 'apcore-js'", own)).toBe(false)
  })
})

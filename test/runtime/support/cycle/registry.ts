import { createRegistry } from '../../../../src/runtime.ts'
import { entry } from '../modules.ts'
import * as chain from './chain.ts'

export const registry = createRegistry([entry('flow.chain', { load: 'eager' }), entry('flow.step')], {
  'extensions/flow/chain.ts': () => chain,
  'extensions/flow/step.ts': async () => ({ Sample: { execute: () => 'stepped' } }),
})

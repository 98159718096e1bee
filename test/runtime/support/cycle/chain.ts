import { registry } from './registry.ts'

export class Sample {
  async execute() {
    return registry.call('flow.step', {})
  }
}

import { ModuleRegistryError } from '../../diagnostics/error.ts'

/** One thing that is wrong with a descriptor. */
export interface DescriptorIssue {
  /** Where: `command`, `tools[1].id`, `env.PATH`. */
  path: string
  /** What is wrong there, with the value if that helps. Values of environment variables are never in it. */
  reason: string
}

/** A descriptor cannot be used as it is (`PROCESS_DESCRIPTOR_INVALID`). All of its issues are listed. */
export class ProcessDescriptorError extends ModuleRegistryError<{
  module: string
  issues: DescriptorIssue[]
}> {
  /**
   * @param module name of the module, as far as the descriptor has one
   * @param issues what is wrong, in the order of the descriptor's fields; at least one
   */
  constructor(module: string, issues: DescriptorIssue[]) {
    const list = issues.map((issue) => `${issue.path}: ${issue.reason}`).join('; ')
    super('PROCESS_DESCRIPTOR_INVALID', `The process descriptor of "${module}" is invalid. ${list}`, {
      module,
      issues,
    })
    this.name = 'ProcessDescriptorError'
  }
}

import type { Registry } from '../../runtime/api.ts'
import type { McpTool } from '../../tools/to-tools.ts'
import { errorText } from '../../util/error-text.ts'
import { failure, failureOf, type ToolResult, toResult } from './results.ts'
import { findFaults } from './validate.ts'

/** How far a call is. */
export interface Progress {
  /** Grows from report to report. */
  readonly progress: number
  /** What it grows to, if that is known. */
  readonly total?: number
  readonly message?: string
}

/** Tells a client how far a call is; a number stands for `{ progress }`. Never throws, and nobody has to wait for it. */
export type ReportProgress = (progress: number | Progress) => void

/** One call of a tool. */
export interface ToolCall {
  readonly tool: McpTool
  readonly id: string
  readonly inputs: unknown
  /** What the module finds in its context, `signal` and `progress` included. */
  readonly context: Readonly<Record<string, unknown>>
}

/**
 * Calls a tool. The inputs are held against the tool's schema before its module is loaded, and the output before it is
 * sent.
 *
 * @returns what the client gets; an error of the inputs, the module or its output is a result that says so
 */
export async function callTool(
  registry: Registry,
  { tool, id, inputs, context }: ToolCall,
): Promise<ToolResult> {
  try {
    const faults = await findFaults(tool.inputSchema, inputs)
    if (faults.length > 0)
      return failure(`The arguments do not fit the tool "${tool.name}": ${faults.join('; ')}.`)
  } catch (error) {
    return failure(
      `The tool "${tool.name}" cannot be called, as its input schema is broken: ${errorText(error)}.`,
    )
  }
  try {
    const value = await registry.call(id, inputs, context)
    const result = toResult(value, tool.outputSchema !== undefined)
    if (tool.outputSchema === undefined) return result
    const faults = await findFaults(tool.outputSchema, result.structuredContent)
    if (faults.length === 0) return result
    return failure(
      `The tool "${tool.name}" gave something else than its output schema says: ${faults.join('; ').replaceAll('the arguments', 'the output')}.`,
    )
  } catch (error) {
    return failureOf(error)
  }
}

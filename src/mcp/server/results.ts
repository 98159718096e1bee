import { ModuleRegistryError } from '../../diagnostics/error.ts'
import { errorText } from '../../util/error-text.ts'

/** What a call of a tool gives to its client. */
export interface ToolResult {
  readonly content: readonly object[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
  readonly [key: string]: unknown
}

const CONTENT_TYPES = ['audio', 'image', 'resource', 'resource_link', 'text']

/** A failure that a model can read, and act on. */
export function failure(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** What a model is told of an error: its message, and its code if it has one of ours; never a stack. */
export function failureOf(error: unknown): ToolResult {
  const code = error instanceof ModuleRegistryError ? ` (${error.code})` : ''
  return failure(`${errorText(error)}${code}`)
}

/**
 * Turns what a module gave into what a client gets. A text stays a text; a list of content blocks in `content` stays
 * what it is; everything else is printed as JSON.
 *
 * @param structured whether the tool has an output schema, and so promises an object
 */
export function toResult(value: unknown, structured: boolean): ToolResult {
  if (!structured && hasContent(value)) return value
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] }
  const text = JSON.stringify(value)
  if (text === undefined) return { content: [] }
  const content = [{ type: 'text', text }]
  // What JSON makes of a value is what is sent: a date is a text there.
  return structured ? { content, structuredContent: JSON.parse(text) } : { content }
}

function hasContent(value: unknown): value is ToolResult {
  const { content } = (value ?? {}) as { content?: unknown }
  return (
    Array.isArray(content) &&
    content.every((block: { type?: unknown } | null) => CONTENT_TYPES.includes(String(block?.type)))
  )
}

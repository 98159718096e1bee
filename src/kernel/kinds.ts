import { MAX_ID_LENGTH } from '../identity/module-id.ts'
import { isSegment } from '../identity/segment.ts'
import { closest } from '../util/closest.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import type { CatalogContribution } from './contribution.ts'
import { INTERCEPTOR_PRIORITY, interceptorStep } from './interceptors.ts'
import { splitProviderRef } from './provider-ref.ts'
import { isMcpToolId, toolIdProblems } from './tool-id.ts'
import type { ToolSchemaDemand } from './tool-schema.ts'

/** What a kind's check may ask about the build. */
export interface KindContext {
  /** The declared interceptor points, sorted. */
  readonly points: readonly string[]
}

/** What is special about the contributions of one kind. */
export interface KindRule {
  /** Keeps every contribution, so that nothing is shadowed and nothing conflicts. */
  readonly additive?: boolean
  /** Refuses a second claim of an ID at any tier and under every policy. */
  readonly unique?: boolean
  /** Renders a tool schema from each payload. */
  readonly toolSchema?: ToolSchemaDemand
  /**
   * Checks what the kind demands of an ID, a priority and a payload.
   *
   * @returns what is wrong, each as a clause such as `the ID has no slash`; empty when all is well
   */
  readonly check?: (contribution: CatalogContribution, context: KindContext) => readonly string[]
}

/** The kinds that every build knows. */
export const KINDS: Readonly<Record<string, KindRule>> = deepFreeze<Record<string, KindRule>>({
  module: { toolSchema: 'optional', check: checkModule },
  plugin: { unique: true, check: checkPlugin },
  tool: { toolSchema: 'required', check: checkTool },
  skill: {},
  command: {},
  prompt: {},
  hook: { additive: true },
  mcp_server: {},
  provider: { check: checkProvider },
  theme: {},
  ui_action: {},
  interceptor: { additive: true, check: checkInterceptor },
  strategy: {},
})

function checkModule({ id }: CatalogContribution): string[] {
  const problems: string[] = []
  if (!id.split('.').every(isSegment)) {
    problems.push('a module ID is made of segments a-z, 0-9 and single "_", each starting with a letter')
  }
  if (id.length > MAX_ID_LENGTH) problems.push(`a module ID has at most ${MAX_ID_LENGTH} characters`)
  return problems
}

function checkPlugin({ id }: CatalogContribution): string[] {
  const { kind, name } = splitPluginId(id)
  return kind && name ? [] : ['a plugin ID is "<kind>:<name>"']
}

function checkTool({ id, payload }: CatalogContribution): string[] {
  const problems = toolIdProblems(id)
  const fromMcp =
    typeof payload === 'object' && payload !== null && (payload as { mcp?: unknown }).mcp !== undefined
  if (fromMcp && !isMcpToolId(id)) problems.push('the ID of a tool of an MCP server starts with "mcp__"')
  return problems
}

function checkProvider({ id }: CatalogContribution): string[] {
  return splitProviderRef(id) ? [] : ['a provider ID is "<name>/<model>", with exactly one slash']
}

function checkInterceptor(contribution: CatalogContribution, { points }: KindContext): string[] {
  const problems: string[] = []
  const { id, priority } = contribution
  if (!points.includes(id)) {
    const [near] = closest(id, points)
    problems.push(`the point is not declared${near === undefined ? '' : `; did you mean "${near}"?`}`)
  }
  const { min, max } = INTERCEPTOR_PRIORITY
  if (priority < min || priority > max)
    problems.push(`the priority ${priority} is not within ${min} and ${max}`)
  if (interceptorStep(contribution) === undefined) {
    problems.push('the payload is neither { run(value, context) } nor { module: id }')
  }
  return problems
}

/** Splits the ID of a plugin contribution at its first colon; without one both parts are empty. */
export function splitPluginId(id: string): { kind: string; name: string } {
  const at = id.indexOf(':')
  return at === -1 ? { kind: '', name: '' } : { kind: id.slice(0, at), name: id.slice(at + 1) }
}

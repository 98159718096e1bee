import { canonicalJson } from '../util/canonical-json.ts'
import { compareText } from '../util/compare.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import { sha256 } from '../util/sha256.ts'
import type { ToolHints } from './hints.ts'
import type { JsonSchema } from './json-schema.ts'
import { PROVIDER_RULES, type ToolProvider } from './providers.ts'
import { type ReadTool, readTool, type ToolSource } from './read-tool.ts'
import { toStrictSchema } from './strict.ts'
import { ToolNameError } from './tool-name.ts'

/** A tool as an MCP server lists it. */
export interface McpTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: ToolSchema
  readonly outputSchema?: ToolSchema
  readonly annotations?: ToolHints
}

/** A tool for OpenAI's Chat Completions, and for the many servers that speak the same. */
export interface OpenAiTool {
  readonly type: 'function'
  readonly function: OpenAiFunction
}

/** A tool for OpenAI's Responses. */
export interface OpenAiResponsesTool extends OpenAiFunction {
  readonly type: 'function'
}

/** The part that both of OpenAI's formats share. */
export interface OpenAiFunction {
  readonly name: string
  readonly description?: string
  readonly parameters: ToolSchema
  readonly strict: boolean
}

/** A tool for Anthropic's Messages. */
export interface AnthropicTool {
  readonly name: string
  readonly description?: string
  readonly input_schema: ToolSchema
  readonly strict?: true
}

/** JSON Schema of an object, as every client takes it. */
export interface ToolSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

/** A module that is left out of a tool list (`TOOL_SCHEMA_UNUSABLE`). */
export interface ToolProblem {
  readonly code: 'TOOL_SCHEMA_UNUSABLE'
  readonly provider: ToolProvider
  readonly id: string
  /** Why, as a clause. */
  readonly reason: string
  /** All of it, as a sentence. */
  readonly message: string
}

/** Options of {@link toTools}; all have defaults. */
export interface ToToolsOptions {
  /** Called for every module that is left out. Default: a warning on the console. */
  readonly onProblem?: ((problem: ToolProblem) => void) | undefined
  /**
   * Whether the model is held to the schema, for every tool where the provider can do that: the objects of such a
   * schema are closed, and nothing else is changed. Default: `false`. MCP knows no such thing.
   */
  readonly strict?: boolean | undefined
  /** Which of OpenAI's two formats is wanted. Default: `'chat'`, for Chat Completions. */
  readonly api?: 'chat' | 'responses' | undefined
}

/**
 * Gives the modules of a catalog as the tool list of a provider, sorted by ID. All of it is plain data, deeply frozen,
 * with keys in canonical order: `JSON.stringify` gives equal bytes for equal catalogs, however they are sorted.
 *
 * A tool is named by its module's ID, with `-` for `.`; `toolNameToId` leads back. A module that the provider cannot
 * take is left out, and `onProblem` is told: one whose input schema is not known before it is loaded, whose inputs are
 * no object, whose references lead out of the schema, or that has what the provider refuses.
 *
 * @param catalog the catalog, or entries that `registry.list` gives
 * @throws ToolNameError with all names that are too long for the provider
 */
/* @__NO_SIDE_EFFECTS__ */
export function toTools(
  catalog: readonly ToolSource[],
  provider: 'mcp',
  options?: ToToolsOptions,
): readonly McpTool[]
export function toTools(
  catalog: readonly ToolSource[],
  provider: 'anthropic',
  options?: ToToolsOptions,
): readonly AnthropicTool[]
export function toTools(
  catalog: readonly ToolSource[],
  provider: 'openai',
  options: ToToolsOptions & { readonly api: 'responses' },
): readonly OpenAiResponsesTool[]
export function toTools(
  catalog: readonly ToolSource[],
  provider: 'openai',
  options?: ToToolsOptions & { readonly api?: 'chat' | undefined },
): readonly OpenAiTool[]
export function toTools(
  catalog: readonly ToolSource[],
  provider: ToolProvider,
  options?: ToToolsOptions,
): readonly (McpTool | AnthropicTool | OpenAiTool | OpenAiResponsesTool)[]
export function toTools(
  catalog: readonly ToolSource[],
  provider: ToolProvider,
  options: ToToolsOptions = {},
): readonly unknown[] {
  if (!Object.hasOwn(PROVIDER_RULES, provider)) {
    const known = Object.keys(PROVIDER_RULES).map((name) => `"${name}"`)
    throw new TypeError(`There are tool lists for ${known.join(', ')}, and none for "${provider}".`)
  }
  const tools = readTools(catalog, provider, options.onProblem ?? warn)
  return deepFreeze(JSON.parse(canonicalJson(tools.map((tool) => FORMATS[provider](tool, options)))))
}

/**
 * Gives the SHA-256 of a tool list, to notice that it has changed: 64 hexadecimal digits, of the UTF-8 bytes that
 * `JSON.stringify` gives for it.
 */
export function hashTools(tools: readonly object[]): Promise<string> {
  return sha256(canonicalJson(tools))
}

function readTools(
  catalog: readonly ToolSource[],
  provider: ToolProvider,
  onProblem: (problem: ToolProblem) => void,
): ReadTool[] {
  const tools = new Map<string, ReadTool>()
  const tooLong: string[] = []
  const problems: ToolProblem[] = []
  const leaveOut = (id: string, reason: string): void => {
    problems.push({
      code: 'TOOL_SCHEMA_UNUSABLE',
      provider,
      id,
      reason,
      message: leftOut(provider, id, reason),
    })
  }
  for (const source of [...catalog].sort((a, b) => compareText(a.id, b.id))) {
    const tool = readTool(source, provider)
    if (!('code' in tool)) {
      if (tools.has(tool.name)) leaveOut(tool.id, `another tool is named "${tool.name}" too`)
      else tools.set(tool.name, tool)
    } else if (tool.code === 'TOOL_NAME_TOO_LONG') tooLong.push(tool.name)
    else leaveOut(source.id, tool.reason)
  }
  if (tooLong.length > 0) throw new ToolNameError(provider, tooLong)
  for (const problem of problems) onProblem(problem)
  return [...tools.values()]
}

/** The sentence for a module that is left out. */
function leftOut(provider: ToolProvider, id: string, reason: string): string {
  return `The module "${id}" is left out of the tools for "${provider}": ${reason}.`
}

function warn({ message }: ToolProblem): void {
  console.warn(message)
}

type Format = (tool: ReadTool, options: ToToolsOptions) => object

const FORMATS: Readonly<Record<ToolProvider, Format>> = {
  mcp: ({ name, description, inputSchema, outputSchema, hints: annotations }) => ({
    ...{ name, description, inputSchema, outputSchema, annotations },
  }),
  openai: (tool, { api = 'chat', strict = false }) => {
    const { name, description } = tool
    const { schema: parameters, isStrict } = maybeStrict(tool, 'openai', strict)
    const made = { name, description, parameters, strict: isStrict }
    return api === 'chat' ? { type: 'function', function: made } : { type: 'function', ...made }
  },
  anthropic: (tool, { strict = false }) => {
    const { name, description } = tool
    const { schema: input_schema, isStrict } = maybeStrict(tool, 'anthropic', strict)
    return { name, description, input_schema, ...(isStrict ? { strict: true } : {}) }
  },
}

function maybeStrict(
  { inputSchema }: ReadTool,
  provider: ToolProvider,
  wanted: boolean,
): { schema: JsonSchema; isStrict: boolean } {
  const strict = wanted ? toStrictSchema(inputSchema, provider) : undefined
  return { schema: strict ?? inputSchema, isStrict: strict !== undefined }
}

import { ModuleRegistryError } from '../../diagnostics/error.ts'
import type { ModuleCaller } from './caller.ts'
import type { ModuleHost } from './module-host.ts'
import type { RouteAnswer, RouteRequest } from './routes.ts'
import type { FromSchema } from './schema-types.ts'

/** What every handler gets besides its input. */
export interface CallContext {
  /** Fires when nobody waits for the answer any more: at the deadline, on a cancel, when the host is gone. */
  readonly signal: AbortSignal
  readonly caller: ModuleCaller
  /** The host, asked in the name of the caller. */
  readonly host: ModuleHost
  /** Writes a line to stderr, which the host keeps. */
  log(message: string): void
}

/** One tool. `Schema` is the type of `inputSchema`, from which the type of the arguments follows. */
export interface ModuleTool<Schema = unknown> {
  /** Name on the wire. Default: `module.<module>.<id>`. */
  name?: string
  description?: string
  /** JSON Schema of the arguments: plain data. It is listed and not checked against: the arguments are the host's word. */
  inputSchema?: Schema
  /**
   * @param args what the caller gave, or undefined
   * @returns anything that JSON holds; undefined becomes `null`
   * @throws anything: the host gets the message. A `WireError` reaches it with its own code
   */
  run(args: FromSchema<Schema>, context: CallContext): unknown
}

/** One route of `module.http`. */
export interface ModuleRoute {
  /** Upper case. It is the host that routes: method and path are for the manifest. */
  method: string
  /** Starts with `/`. */
  path: string
  /** @returns what to answer: one of `json`, `text` and `ui`, with a status and headers where they matter */
  run(request: RouteRequest, context: CallContext): RouteAnswer | Promise<RouteAnswer>
}

/** What `onReady` gets. */
export interface StartContext extends Omit<CallContext, 'caller'> {
  /** What the host allows this module. Empty before the handshake. */
  readonly grants: readonly string[]
}

/** A module that runs in a process of its own. */
export interface ModuleDefinition<Schemas extends Record<string, unknown> = Record<string, unknown>> {
  /** As in the manifest: a letter, then letters, digits, `_` and `-`. */
  name: string
  /** As in the manifest. */
  version: string
  /** Tools by their ID. */
  tools?: { [Id in keyof Schemas]: ModuleTool<Schemas[Id]> }
  /** Routes by their ID. */
  routes?: Readonly<Record<string, ModuleRoute>>
  /** Further methods, by their whole name. They cannot replace those of the protocol. */
  handlers?: Readonly<Record<string, (params: unknown, context: CallContext) => unknown>>
  /** Names of features that hosts may ask for. */
  features?: readonly string[]
  /** Prepares the module. Calls wait for it. Runs once, at the handshake. When it fails, the process ends. */
  onReady?(context: StartContext): void | Promise<void>
  /** Runs when the host asks the module to wind down, before the wait for the running calls. */
  onDrain?(drain: { reason: string; deadlineMs: number }): void | Promise<void>
}

/** A definition cannot be served (`MODULE_DEFINITION_INVALID`). */
export class ModuleDefinitionError extends ModuleRegistryError<{ issues: string[] }> {
  /** @param issues what is wrong, at least one: the place, then the reason */
  constructor(issues: string[]) {
    super('MODULE_DEFINITION_INVALID', `This module cannot be served. ${issues.join('; ')}`, { issues })
    this.name = 'ModuleDefinitionError'
  }
}

const ID = /^[A-Za-z][A-Za-z0-9_-]*$/
const ID_RULE = 'is a letter, then letters, digits, "_" and "-"'

/**
 * Looks for what no host would accept.
 *
 * @throws ModuleDefinitionError with everything that was found
 */
export function checkDefinition(definition: ModuleDefinition): void {
  const issues: string[] = []
  const check = (good: boolean, issue: string): void => {
    if (!good) issues.push(issue)
  }
  check(typeof definition.name === 'string' && ID.test(definition.name), `name: a name ${ID_RULE}`)
  check(typeof definition.version === 'string' && definition.version !== '', 'version: it is missing')
  for (const [id, tool] of Object.entries(definition.tools ?? {})) {
    check(ID.test(id), `tools.${id}: an ID ${ID_RULE}`)
    check(typeof tool?.run === 'function', `tools.${id}.run: it is no function`)
    check(isTextOrMissing(tool?.name, 1), `tools.${id}.name: it is no text`)
    check(isTextOrMissing(tool?.description), `tools.${id}.description: it is no text`)
    const issue = schemaIssue(tool?.inputSchema)
    if (issue !== undefined) issues.push(`tools.${id}.inputSchema: ${issue}`)
  }
  for (const [id, route] of Object.entries(definition.routes ?? {})) {
    check(ID.test(id), `routes.${id}: an ID ${ID_RULE}`)
    check(typeof route?.run === 'function', `routes.${id}.run: it is no function`)
    check(/^[A-Z]+$/.test(String(route?.method)), `routes.${id}.method: write it in capitals, like "GET"`)
    check(String(route?.path).startsWith('/'), `routes.${id}.path: it starts with "/"`)
  }
  for (const [method, handler] of Object.entries(definition.handlers ?? {})) {
    check(typeof handler === 'function', `handlers.${method}: it is no function`)
    check(method !== '', 'handlers: a method has a name')
    check(
      !method.startsWith('module.'),
      `handlers.${method}: names that begin with "module." are the protocol's`,
    )
  }
  if (issues.length > 0) throw new ModuleDefinitionError(issues)
}

function isTextOrMissing(value: unknown, minimum = 0): boolean {
  return value === undefined || (typeof value === 'string' && value.length >= minimum)
}

function schemaIssue(schema: unknown): string | undefined {
  if (schema === undefined) return undefined
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return 'a JSON Schema is an object'
  }
  try {
    JSON.stringify(schema)
    return undefined
  } catch (error) {
    return `JSON cannot hold it (${String(error).split('\n', 1)[0]})`
  }
}

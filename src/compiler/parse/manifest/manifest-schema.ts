import { lazy } from '../../../util/lazy.ts'
import { loadZod, type Zod } from '../../lazy-packages.ts'
import { ENTRY_POINT_FORM, leadsOut } from './entry-point.ts'
import { describeType } from './toml-data.ts'
import { parseVersionRange } from './version-range.ts'

/** The longest time that a timer can wait, in seconds. */
const LONGEST_TIMER = Math.floor(2 ** 31 / 1000)

/** The caps of a plugin in a process of its own, which a manifest may lower. */
const CAPS = { frame_bytes: 1024 * 1024, deadline_ms: 10_000, inflight: 32 } as const

/** What the `[plugin]` table looks like (seed: the canonical manifest). Rules that need more than one key are elsewhere. */
export const manifestSchema = lazy(() => schemas().table)

/** The keys of a table, by its path below `[plugin]` without indexes. */
export const knownKeys = lazy(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(Object.entries(schemas().byPath).map(([path, schema]) => [path, Object.keys(schema.shape)])),
)

const schemas = lazy(() => createSchemas(loadZod()))

function createSchemas(z: Zod) {
  const text = z.string().min(1, { error: 'must not be empty', abort: true })
  const texts = z.array(text)
  const NAME_RULE = 'must be a letter, then letters, digits, "_" and "-"'
  const processName = text.regex(/^[A-Za-z][A-Za-z0-9_-]*$/, NAME_RULE)
  const integer = z.number({ error: found('an integer') }).int()
  const label = text.regex(/^[^\s:\p{Cc}]+$/u, 'must have no white space and no ":" in it')
  const reference = text.regex(
    /^[^\s:\p{Cc}]+(?::[^\s:\p{Cc}]+)?$/u,
    'must be the name of a plugin, or kind:name',
  )
  const variable = z.string().regex(/^[^=\0]+$/, 'must be the name of an environment variable')
  const fileInFolder = text.refine(
    (path) => !leadsOut(path) && !/^[A-Za-z]:/.test(path),
    'must be a path inside the folder of the plugin',
  )
  const seconds = z.number().positive('must be above 0').max(LONGEST_TIMER)
  const grant = z
    .string()
    .regex(/^[a-z0-9_*-]+:[a-z0-9_*-]+$/, 'must be resource:verb, of a-z, 0-9, "_", "-" and "*"')
    .refine((one) => one !== '*:*' && one !== '*:read', 'grants too much; name the resource')

  /** A table that may hold anything. */
  const freeTable = z.custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: found('a table') },
  )

  const resources = z.strictObject({ required: texts.optional(), optional: texts.optional() })
  const limits = z.strictObject({
    frame_bytes: integer.min(0).max(CAPS.frame_bytes).optional(),
    deadline_ms: integer.min(0).max(CAPS.deadline_ms).optional(),
    inflight: integer.min(0).max(CAPS.inflight).optional(),
  })
  const processTable = z.strictObject({
    grants: z.array(grant).max(32, 'must have at most 32 members').optional(),
    sandbox: z
      .union([z.boolean(), z.literal('node-permission')], { error: found('a boolean or "node-permission"') })
      .optional(),
  })
  const route = z.strictObject({
    id: processName,
    method: text.regex(/^[A-Z]+$/, 'must be in capitals, such as "GET"'),
    path: text.startsWith('/', 'must start with "/"'),
  })
  const tool = z.strictObject({
    id: processName,
    name: text,
    description: z.string().optional(),
    input_schema: freeTable.optional(),
  })

  const table = z.strictObject({
    name: label,
    kind: label,
    runtime: z.enum(['in_process', 'process', 'mcp_stdio', 'mcp_http']).optional(),
    entry_point: z.string({ error: found(ENTRY_POINT_FORM) }).optional(),
    priority: integer.optional(),
    core_version: text
      .refine(
        (range) => parseVersionRange(range) !== undefined,
        'must be a range of versions, such as ">=0.2.0" or ">=0.2.0,<0.3.0"',
      )
      .optional(),
    depends_on: z.array(reference).optional(),
    version: text.optional(),
    startup_timeout_sec: seconds.optional(),
    teardown_timeout_sec: seconds.optional(),
    command: texts.min(1, 'must name a program').optional(),
    args: z.array(z.string()).optional(),
    env: z.record(variable, z.string()).optional(),
    env_pass: z.array(variable).optional(),
    cwd: text.optional(),
    artifact: fileInFolder.optional(),
    url: text.refine(isHttpUrl, 'must be an address that starts with http:// or https://').optional(),
    resources: resources.optional(),
    metadata: freeTable.optional(),
    limits: limits.optional(),
    process: processTable.optional(),
    routes: z.array(route).optional(),
    tools: z.array(tool).optional(),
  })
  const byPath = {
    '': table,
    resources,
    limits,
    process: processTable,
    routes: route,
    tools: tool,
  }
  return { table, byPath }
}

/** Says of a value of another type what it must be, and what it is. */
function found(
  wanted: string,
): (issue: { readonly code?: string; readonly input?: unknown }) => string | undefined {
  return ({ code, input }) =>
    code?.startsWith('too_') ? undefined : `must be ${wanted}, found ${describeType(input)}`
}

function isHttpUrl(address: string): boolean {
  try {
    return /^https?:$/.test(new URL(address).protocol)
  } catch {
    return false
  }
}

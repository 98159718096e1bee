import type { Load } from '../catalog/entry.ts'
import type { Contributor } from '../kernel/contribution.ts'
import { TOOL_PROVIDERS } from '../tools/providers.ts'
import { lazy } from '../util/lazy.ts'
import { loadVersionParser, loadZod, type Zod } from './lazy-packages.ts'

/** What the options look like. Rules that need more than one option are in `resolve-options.ts`. */
export const optionsSchema = lazy(() => createSchema(loadZod()))

/** The names of all options. */
export const optionNames = lazy((): readonly string[] => Object.keys(optionsSchema().shape))

function createSchema(z: Zod) {
  const path = z.string().min(1, 'must not be empty')
  const fileExtension = z
    .string()
    .regex(/^\.[A-Za-z0-9]+$/, 'must be a file extension with its dot, such as ".tsx"')
  const extensionsRoot = z.strictObject({
    root: path,
    namespace: z.string().optional(),
    scope: z.string().optional(),
  })
  const rootItem = z.union([path, extensionsRoot], { error: 'must be a path or { root, namespace, scope }' })

  return z.strictObject({
    root: path.optional(),
    extensions: z
      .union([z.literal(false), path, extensionsRoot, z.array(rootItem).min(1)], {
        error: 'must be a path, { root, namespace, scope }, a list of these, or false',
      })
      .optional(),
    fileExtensions: z.array(fileExtension).optional(),
    skip: z.array(path).optional(),
    followSymlinks: z.boolean().optional(),
    maxDepth: z.number().int().min(0).max(64).optional(),
    fileNames: z.enum(['normalize', 'strict']).optional(),
    reservedWords: z.array(z.string()).optional(),
    onMultiple: z.enum(['error', 'first']).optional(),
    metadata: z.enum(['optional', 'required']).optional(),
    schemaFromTypes: z.boolean().optional(),
    moduleInterface: z
      .union([path, z.strictObject({ name: path, from: path.optional() })], {
        error: 'must be a name, or { name, from }',
      })
      .optional(),
    moduleFactories: z.array(path).optional(),
    instantiate: z
      .string({ error: 'must be the path of a file whose default export is (Class, entry) => instance' })
      .min(1, 'must not be empty')
      .optional(),
    load: z
      .union(
        [z.enum(['lazy', 'eager']), z.custom<(entry: never) => Load>((value) => typeof value === 'function')],
        { error: 'must be "lazy", "eager", or a function of the catalog entry that returns one of them' },
      )
      .optional(),
    chunks: z
      .union(
        [
          z.enum(['module', 'folder']),
          z.custom<(entry: never) => string | undefined>((value) => typeof value === 'function'),
        ],
        { error: 'must be "module", "folder", or a function of the catalog entry that returns a name' },
      )
      .optional(),
    conflictPolicy: z.enum(['fail', 'collect']).optional(),
    contributors: z
      .array(z.custom<Contributor>(isContributor, { error: 'must be { name, contribute(context) }' }))
      .optional(),
    kinds: z.record(z.string(), z.unknown()).optional(),
    scopes: z.record(z.string(), z.number()).optional(),
    points: z.array(path).optional(),
    slots: z.array(path).optional(),
    plugins: z
      .union([z.literal(false), path, z.array(path).min(1)], {
        error: 'must be a path, a list of paths, or false',
      })
      .optional(),
    ignore: z.array(path).optional(),
    packages: z
      .union([z.boolean(), z.array(path)], { error: 'must be true, false, or a list of package names' })
      .optional(),
    onInvalidPlugin: z.enum(['error', 'skip']).optional(),
    server: z.boolean().optional(),
    coreVersion: z
      .string()
      .refine((version) => loadVersionParser()(version) !== null, 'must be a version, such as "1.2.0"')
      .optional(),
    providedPlugins: z
      .array(z.string().regex(/^[^\s:]+(?::[^\s:]+)?$/, 'must be the name of a plugin, or kind:name'))
      .optional(),
    toolProviders: z.array(z.enum(TOOL_PROVIDERS)).optional(),
    inspector: z
      .union([z.boolean(), z.strictObject({ calls: z.boolean().optional() })], {
        error: 'must be true, false or { calls }',
      })
      .optional(),
    output: z
      .union(
        [
          z.literal(false),
          path,
          z.strictObject({ file: path, importExtension: z.enum(['.ts', '.js']).optional() }),
        ],
        {
          error: 'must be a path, { file, importExtension }, or false',
        },
      )
      .optional(),
    dts: z.union([z.boolean(), path], { error: 'must be a path, true or false' }).optional(),
    cache: z.union([z.boolean(), path], { error: 'must be a path, true or false' }).optional(),
  })
}

function isContributor(value: unknown): boolean {
  const { name, contribute } = (value ?? {}) as Partial<Contributor>
  return typeof name === 'string' && name !== '' && typeof contribute === 'function'
}

import {
  type CatalogEntry,
  createRegistry,
  type Registry,
  type RegistryOptions,
} from '../../../src/runtime.ts'

/** A catalog entry as the build makes them, for the file `extensions/<id>.ts`. */
export function entry(id: string, more: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    kind: 'module',
    id,
    className: 'Sample',
    exportName: 'Sample',
    file: `extensions/${id.replaceAll('.', '/')}.ts`,
    scope: 'project',
    origin: 'extensions',
    load: 'lazy',
    ...more,
  }
}

/** A registry of lazily loaded modules, each exported as `Sample` by a file of its own. */
export function lazyRegistry(modules: Record<string, unknown>, options?: RegistryOptions): Registry {
  const catalog = Object.keys(modules).map((id) => entry(id))
  const loaders = Object.fromEntries(
    catalog.map(({ id, file }) => [file, async () => ({ Sample: modules[id] })]),
  )
  return createRegistry(catalog, loaders, options)
}

/** A promise with its two ends outside. */
export function deferred<T = void>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

/** Lets everything that is ready to go on do so. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** A module object that writes down what happens to it, and waits where it is told to. */
export function recorder(
  log: string[],
  name: string,
  waits: { load?: Promise<void>; execute?: Promise<void> } = {},
) {
  return {
    async onLoad() {
      log.push(`${name} loads`)
      await waits.load
      log.push(`${name} loaded`)
    },
    onUnload() {
      log.push(`${name} unloaded`)
    },
    async execute(inputs: unknown) {
      log.push(`${name} starts`)
      await waits.execute
      log.push(`${name} ends`)
      return inputs
    },
  }
}

import type { CallContext, Context } from './api.ts'
import { withInstance } from './instances.ts'
import { type AnyModule, type Live, type Store, within } from './store.ts'

/** Gets a module and executes it; see `Registry.call`. */
export async function callModule(
  store: Store,
  id: string,
  inputs: unknown,
  given?: CallContext,
): Promise<unknown> {
  const live = await enter(store, id)
  try {
    return await run(store, live, 'execute', inputs, given)
  } finally {
    leave(live)
  }
}

/** The same in chunks; a module that cannot stream gives its result as the only one. */
export async function* streamModule(
  store: Store,
  id: string,
  inputs: unknown,
  given?: CallContext,
): AsyncGenerator<unknown, void> {
  const live = await enter(store, id)
  try {
    if (live.instance!.stream) yield* run(store, live, 'stream', inputs, given)
    else yield await run(store, live, 'execute', inputs, given)
  } finally {
    leave(live)
  }
}

/** Gets an instance, and keeps it from being unloaded until {@link leave}. */
function enter(store: Store, id: string): Promise<Live> {
  return withInstance(store, id, (live) => {
    live.calls++
    return live
  })
}

function leave(live: Live): void {
  if (--live.calls === 0) live.drained?.()
}

function run<Method extends 'execute' | 'stream'>(
  store: Store,
  live: Live,
  method: Method,
  inputs: unknown,
  given?: CallContext,
): ReturnType<Required<AnyModule>[Method]> {
  const context = makeContext(store, live, given)
  return within(store, live, () => live.instance![method]!(inputs, context)) as never
}

/** Copies a caller's context, whatever its prototype, and adds what every context has. */
export function makeContext(store: Store, { id }: Pick<Live, 'id'>, given: CallContext | undefined): Context {
  const base: CallContext = given ?? {}
  const own = {
    id,
    registry: store.registry,
    signal: base.signal ?? new AbortController().signal,
  }
  return Object.create(Object.getPrototypeOf(base), {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(own),
  })
}

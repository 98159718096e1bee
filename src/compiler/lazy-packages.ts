import { createRequire } from 'node:module'
import type Range from 'semver/classes/range.js'
import type parseVersion from 'semver/functions/parse.js'
import type * as Toml from 'smol-toml'
import type { z } from 'zod'
import { lazy } from '../util/lazy.ts'

/** What zod exports as `z`. */
export type Zod = typeof z

const load = createRequire(import.meta.url)

/** zod, which takes longer to load than many projects to compile, and which only some of them need. */
export const loadZod = lazy((): Zod => (load('zod') as { readonly z: Zod }).z)

/** smol-toml, which only projects with plugins need. */
export const loadToml = lazy((): typeof Toml => load('smol-toml') as typeof Toml)

/** semver's reader of versions. */
export const loadVersionParser = lazy(
  (): typeof parseVersion => load('semver/functions/parse.js') as typeof parseVersion,
)

/** semver's ranges. */
export const loadRange = lazy((): typeof Range => load('semver/classes/range.js') as typeof Range)

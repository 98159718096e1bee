import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The one check that needs a package registry: never part of `npm test`. */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: { include: ['.ci/registry.test.ts'], testTimeout: 600_000 },
})

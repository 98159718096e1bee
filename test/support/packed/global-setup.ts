import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type PackedPackage, pack } from './pack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The packed package: `inject('packed')` in any test of the project `package`. */
    packed: PackedPackage
  }
}

/** Builds and packs once for all tests of the project, and removes the temporary folder afterwards. */
export default function setup(project: TestProject): () => void {
  const packed = pack()
  project.provide('packed', packed)
  return () => rmSync(dirname(packed.tarball), { recursive: true, force: true })
}

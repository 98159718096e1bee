import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Catalog } from './catalog.ts'
import type { ContributionConflict, SlotOwner } from './conflicts.ts'
import type { CatalogContribution } from './contribution.ts'
import { KernelArgumentError } from './errors.ts'
import { assertGeneration } from './generation.ts'
import type { CacheShape } from './hashes.ts'
import type { ToolSchema } from './tool-schema.ts'

/** A problem that did not stop the build. */
export interface SnapshotDiagnostic extends Diagnostic {
  readonly code: 'CONTRIBUTION_CONFLICT'
  readonly severity: 'warning'
  readonly details: ContributionConflict & Readonly<Record<string, unknown>>
}

/** What the snapshots of one build share, deeply frozen. */
export interface SnapshotParts {
  readonly catalog: Catalog
  readonly systemPrompt: string
  readonly toolSchemas: readonly ToolSchema[]
  /** By point; an object without prototype that has every declared point. */
  readonly chains: Readonly<Record<string, readonly CatalogContribution[]>>
  /** By slot; an object without prototype. */
  readonly replacements: Readonly<Record<string, SlotOwner>>
  readonly diagnostics: readonly SnapshotDiagnostic[]
  /** Gives the hashes, frozen. */
  readonly shape: () => CacheShape
}

/**
 * The catalog and everything derived from it, under one generation. A Builder makes it.
 *
 * Nothing that it gives can be changed, except what lies inside functions and live objects that were contributed.
 */
export class RuntimeSnapshot {
  readonly generation: number
  readonly catalog: Catalog
  readonly systemPrompt: string
  readonly #parts: SnapshotParts

  /** @throws KernelArgumentError when the generation is no whole number from 0 */
  constructor(generation: number, parts: SnapshotParts) {
    this.generation = assertGeneration(generation)
    this.catalog = parts.catalog
    this.systemPrompt = parts.systemPrompt
    this.#parts = parts
    Object.freeze(this)
  }

  /** SHA-256 of all that a model provider sees; equal for builds that differ in nothing visible. */
  get cacheHash(): string {
    return this.#parts.shape().cacheHash
  }

  /** Gives the tool schemas of kinds such as `tool` and `module`, sorted by name, description, parameters. */
  toolSchemas(): readonly ToolSchema[] {
    return this.#parts.toolSchemas
  }

  /** Gives the chains of all declared points, by point. */
  interceptorChain(): Readonly<Record<string, readonly CatalogContribution[]>>
  /**
   * Gives the interceptors of one point in running order.
   *
   * @throws KernelArgumentError when the point is not declared
   */
  interceptorChain(point: string): readonly CatalogContribution[]
  interceptorChain(point?: string) {
    const { chains } = this.#parts
    if (point === undefined) return chains
    const chain = chains[point]
    if (chain !== undefined) return chain
    throw new KernelArgumentError([
      { path: 'point', message: `the interceptor point ${JSON.stringify(point)} is not declared` },
    ])
  }

  /** Gives the owner of each claimed slot, by slot. */
  replacements(): Readonly<Record<string, SlotOwner>> {
    return this.#parts.replacements
  }

  /** Gives the conflicts that were settled under the policy `'collect'`, as warnings. */
  diagnostics(): readonly SnapshotDiagnostic[] {
    return this.#parts.diagnostics
  }

  /** Gives all three hashes. */
  cacheShape(): CacheShape {
    return this.#parts.shape()
  }

  /**
   * Gives the same snapshot under another generation.
   *
   * @throws KernelArgumentError when the generation is no whole number from 0
   */
  withGeneration(generation: number): RuntimeSnapshot {
    return new RuntimeSnapshot(generation, this.#parts)
  }
}

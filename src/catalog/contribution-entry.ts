/** What the frozen catalog says of a contribution that is neither a module nor a plugin: plain, deeply frozen data. */
export interface ContributionEntry {
  /** Such as `prompt`, `command`, `theme` or `interceptor`. */
  readonly kind: string
  /** Unique within its kind, unless the kind is additive. */
  readonly id: string
  readonly scope: string
  /** The name of its contributor, unless it says otherwise. */
  readonly origin: string
  readonly pluginId?: string
  readonly version?: string
  /** The file it stands in, relative to the project. */
  readonly path?: string
  readonly priority: number
  readonly payload?: unknown
}

/** Who owns a replaceable seam of the application: plain, deeply frozen data. */
export interface SlotOwnerEntry {
  readonly slot: string
  /** Kind and ID of the contribution that claims it. */
  readonly kind: string
  readonly id: string
  readonly scope: string
  readonly origin: string
  readonly pluginId?: string
}

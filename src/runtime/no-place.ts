/** What the catalog entry of a hand-registered module says of its place: there is none. */
export const noPlace = {
  kind: 'module',
  className: '',
  exportName: '',
  file: '',
  scope: 'project',
  origin: '',
  load: 'eager',
} as const

/** Thrown, and caught by the reader of plain files, where a text is not plain. It has no stack: it is no error. */
const UNSURE = { notPlain: true }

/** Ends the reading of a text that may mean something else than what is read here. */
export function unsure(): never {
  throw UNSURE
}

/** Whether what was thrown says no more than that a text is not plain. */
export function isUnsure(thrown: unknown): boolean {
  return thrown === UNSURE
}

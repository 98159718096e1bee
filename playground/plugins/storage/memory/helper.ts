/** Cuts a long text, so that a list of many stays small. */
export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

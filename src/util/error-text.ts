/**
 * Says in one text what was thrown, whatever it is; never throws itself.
 *
 * @param thrown anything that a `catch` may get
 * @returns the message of an error, else the thing as text
 */
export function errorText(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown)
  } catch {
    return 'an object that cannot be printed'
  }
}

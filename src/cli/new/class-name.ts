/** Names that a class at the top of a module may better not have. */
const TAKEN = ['Module', 'Plugin', 'Object', 'Promise', 'Array', 'Record', 'Require', 'Exports']

/**
 * Makes the name of a class from that of a file: `send_mail` gives `SendMail`.
 *
 * @param name starts with a letter; letters, digits, `_` and `-`
 * @param imported a name that is in use already
 */
export function className(name: string, imported: string): string {
  const joined = name
    .split(/[_-]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')
  return joined === imported || TAKEN.includes(joined) ? `${joined}${imported}` : joined
}

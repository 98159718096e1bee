/** How {@link nameRecursion} names a schema that has no name, as `<number>` in angle brackets, which no URI may have. */
const PLACEHOLDER = /^<\d+>$/
let next = 0

/**
 * Gives a recursive schema without a name one that shows it is ours. TypeBox would count on from the last one that this
 * process has made, so that the same source gave another schema every time.
 */
export function nameRecursion(name: string, args: unknown[]): void {
  if (name !== 'Recursive') return
  const options = args[1] as { $id?: unknown } | undefined
  if (options?.$id === undefined) args[1] = { ...options, $id: `<${next++}>` }
}

/**
 * Gives placeholders the names that TypeBox gives in a fresh process: `T0`, `T1`, in order.
 *
 * @param schema plain data; changed in place
 */
export function numberRecursion(schema: unknown): void {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  visit(schema, (value) => {
    if (!PLACEHOLDER.test(value)) taken.add(value)
    return value
  })
  let count = 0
  visit(schema, (value) => {
    if (!PLACEHOLDER.test(value)) return value
    const known = names.get(value)
    if (known !== undefined) return known
    while (taken.has(`T${count}`)) count++
    const given = `T${count++}`
    names.set(value, given)
    return given
  })
}

/** Passes every `$id` and `$ref` through a function. */
function visit(node: unknown, change: (value: string) => string): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, member] of Object.entries(node)) {
    if ((key === '$id' || key === '$ref') && typeof member === 'string') {
      Object.assign(node, { [key]: change(member) })
    } else visit(member, change)
  }
}

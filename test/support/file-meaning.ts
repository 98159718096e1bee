import { FIELD_NAMES } from '../../src/catalog/fields.ts'
import type { FileFacts, Scope } from '../../src/compiler/parse/facts.ts'

/** What a file says to others, as one text: changes count as far as anybody can ask for them. */
export function fileMeaning(facts: FileFacts): string {
  const asked = new Set<string>()
  collectNames(facts.scope, asked)
  const changes = [...facts.changes].filter(([key]) => {
    const [, member] = /^\d+\.(.*)$/s.exec(key) ?? []
    return member === undefined
      ? asked.has(key)
      : member === '*' || (FIELD_NAMES as readonly string[]).includes(member)
  })
  // Which of several changes is shown does not matter.
  return print({ ...facts, changes: changes.map(([key, { how }]) => [key, how]) })
}

function print(facts: Omit<FileFacts, 'changes'> & { changes: unknown }): string {
  return JSON.stringify(facts, (key, value: unknown) =>
    key === 'parent' ? undefined : value instanceof Map ? [...value] : value,
  )
}

/** Constants whose values can be changed, classes, and all names in values. */
function collectNames(scope: Scope, names: Set<string>): void {
  for (const [name, value] of scope.values) {
    if (value.kind === 'namespace') collectNames(value.scope, names)
    if (value.kind === 'class') names.add(name)
    if (value.kind === 'variable' && value.variable.init.kind === 'class') names.add(name)
    const expression = value.kind === 'variable' ? value.variable.value : undefined
    if (
      expression !== undefined &&
      /^(?:array|object|call|new|member|name|conditional)$/.test(expression.kind)
    )
      names.add(name)
    const inside = value.kind === 'class' ? value.class.members : expression
    for (const [, mentioned] of JSON.stringify(inside ?? null).matchAll(/"kind":"name","name":"([^"]+)"/g)) {
      names.add(mentioned!)
    }
  }
}

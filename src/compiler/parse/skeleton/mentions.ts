import { FIELD_NAMES } from '../../../catalog/fields.ts'
import { CHANGING } from '../changes.ts'
import type { ClassFacts, Scope } from '../facts.ts'
import type { Body } from './bodies.ts'

/** `this` and `super` that do more than name a member. */
const INSTANCE = /\b(?:this|super)\b(?!\s*(?:\?\s*)?\.\s*[\p{L}_$#])/u

/** The members that `this` and `super` name, and whether they are called. */
const MEMBERS = /\b(?:this|super)\s*(?:\?\s*)?\.\s*([\p{L}_$][\p{L}\p{N}_$]*)(\s*\()?/gu

/** Stands for members that a class may have from somewhere else. */
const INHERITED = '*'

/** Code that is made at run time, and names that are spelled with escapes. */
const UNREADABLE = /\beval\b|\\u/

/**
 * Whether the bodies of a file can have a say in what its constants and fields are: they mention one of the names that
 * folding may ask for, or what holds them all.
 *
 * @param scope what was found outside of the bodies
 */
export function bodiesMatter(text: string, bodies: readonly Body[], scope: Scope): boolean {
  const names = new Set<string>()
  const members = new Set<string>(FIELD_NAMES)
  addNames(scope, names, members)
  // Most files lack most of these words, which is quickly seen.
  const mayBeUnreadable = text.includes('eval') || text.includes('\\u')
  const hasInstances = text.includes('this') || text.includes('super')
  for (const name of names) if (isMentioned(text, name, bodies)) return true
  if (!mayBeUnreadable && !hasInstances) return false
  return bodies.some(({ start, end }) => {
    const body = text.slice(start, end)
    return (mayBeUnreadable && UNREADABLE.test(body)) || (hasInstances && reachesMembers(body, members))
  })
}

/** Whether `this` or `super` is used for more than members that nobody asks for. */
function reachesMembers(body: string, members: ReadonlySet<string>): boolean {
  if (INSTANCE.test(body)) return true
  for (const [, member, called] of body.matchAll(MEMBERS)) {
    if (called === undefined ? members.has(INHERITED) : CHANGING.has(member!)) return true
    if (members.has(member!)) return true
  }
  return false
}

/** Whether a name stands in one of the bodies as a word, and not as that of a member. */
function isMentioned(text: string, name: string, bodies: readonly Body[]): boolean {
  let index = 0
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    while (index < bodies.length && bodies[index]!.end <= at) index++
    const body = bodies[index]
    if (body === undefined) return false
    if (at < body.start) continue
    const before = text.slice(Math.max(body.start, at - 3), at)
    const end = at + name.length
    const isWord =
      !/[\p{L}\p{N}_$]$/u.test(before) &&
      !/^[\p{L}\p{N}_$]/u.test(text.slice(end, Math.min(end + 2, body.end)))
    if (isWord && !/(?<!\.\.)\.$/.test(before)) return true
  }
  return false
}

/** The names of classes and constants, every name that their values are made of, and those of members with values. */
function addNames(scope: Scope, names: Set<string>, members: Set<string>): void {
  for (const [name, value] of scope.values) {
    if (value.kind === 'namespace') {
      names.add(name)
      addNames(value.scope, names, members)
    } else if (value.kind === 'class') {
      names.add(name)
      addClass(value.class, names, members)
    } else if (value.kind === 'variable') {
      const { init, value: constant } = value.variable
      if (init.kind === 'class') {
        names.add(name)
        addClass(init.class, names, members)
      }
      // What is no constant may be another name of one.
      if (constant === undefined || isShared(constant.kind)) names.add(name)
      addMentioned(constant, names)
    } else if (value.kind === 'enum' || value.kind === 'alias') names.add(name)
  }
}

function addClass({ name, members, base }: ClassFacts, names: Set<string>, fields: Set<string>): void {
  if (name !== '') names.add(name)
  for (const { name: member, kind, value } of members) {
    if (kind !== 'method') fields.add(member)
    if (value !== undefined) addMentioned(value, names)
  }
  if (base?.kind === 'class') addClass(base.class, names, fields)
  else if (base !== undefined) fields.add(INHERITED)
}

/** Whether a value is one that can be changed by whoever gets hold of it. */
function isShared(kind: string): boolean {
  return kind !== 'literal' && kind !== 'template' && kind !== 'function' && kind !== 'arrow'
}

/** Collects the names in facts of expressions, whatever their shape. */
function addMentioned(facts: unknown, names: Set<string>): void {
  const open: object[] = []
  if (typeof facts === 'object' && facts !== null) open.push(facts)
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { kind, name } = one as { kind?: unknown; name?: unknown }
    if (kind === 'name' && typeof name === 'string') names.add(name)
    else if (kind === 'literal') continue
    for (const key in one) {
      const value = (one as Record<string, unknown>)[key]
      if (typeof value === 'object' && value !== null) open.push(value)
    }
  }
}

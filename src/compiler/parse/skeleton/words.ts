import { kindOf, SPACE, WORD } from './characters.ts'

/** Words behind which an expression begins, so that a slash behind them begins a regular expression. */
export const BEFORE_EXPRESSION = words(
  'await case delete do else extends in instanceof new of return throw typeof void yield',
)
/** Words whose parentheses are followed by a statement, and not by an operator. */
export const CONTROL = words('for if while with')
/** Words that go on with a type or an expression, even at the beginning of a line. */
export const INFIX = words('as extends in instanceof is of satisfies')
/** Words behind which a brace belongs to a type. */
export const BEFORE_TYPE = words('asserts extends in infer is keyof new readonly typeof unique')
/** Characters behind which a brace belongs to a type. */
export const INSIDE_TYPE = new Set([...':|&<,([?=+-'].map((character) => character.charCodeAt(0)))
/** Characters that an expression or a type can end with, and those that end a statement. */
export const ENDS = new Set([...')]}>;'].map((character) => character.charCodeAt(0)))

/** Whether the word `class` begins a class, and is not the name of a member. */
export function beginsClass(text: string, end: number): boolean {
  let at = end
  while (at < text.length && kindOf(text.charCodeAt(at)) === SPACE) at++
  const code = text.charCodeAt(at)
  return code === 123 || code === 47 || code === 60 || kindOf(code) === WORD
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/**
 * Makes text from files safe for a terminal: control characters and direction marks become visible escapes,
 * so that a hostile file name or source line can neither move the cursor nor hide what it says. Tabs stay.
 */
export function visible(text: string): string {
  return text.replace(/(?!\t)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

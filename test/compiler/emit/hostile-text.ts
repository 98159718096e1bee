import fc from 'fast-check'

const PIECES = [
  "'",
  '"',
  '`',
  '\\',
  '\\n',
  '*/',
  '*\\/',
  '/*',
  '//',
  '</script',
  '<!--',
  '-->',
  ']]>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that must not be evaluated
  '${process.exit()}',
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u202e',
  '\0',
  '\ud83d',
  '\udc00',
  '👩‍💻',
  '@ts-ignore',
  '; throw 1;',
  '__proto__',
]

/** Texts made to break out of quotes, comments and scripts, among any others, halves of surrogate pairs included. */
export function hostileText(): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 }))
  const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit))
  return fc
    .array(fc.oneof({ weight: 9, arbitrary: piece }, half), { maxLength: 12 })
    .map((parts) => parts.join(''))
}

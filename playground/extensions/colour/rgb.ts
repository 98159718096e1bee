// A helper among the extensions: a file without a module is nobody's business.

/** Red, green and blue, from 0 to 255. */
export type RGB = readonly [number, number, number]

/** Reads `#rgb` or `#rrggbb`. */
export function parseColour(text: string): RGB {
  const short = /^#?([\da-f])([\da-f])([\da-f])$/i.exec(text)
  const long = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text)
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1)
  if (!parts) throw new SyntaxError(`"${text}" is not a colour such as #0a7 or #00aa77.`)
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16))
  return [red!, green!, blue!]
}

export function formatColour(colour: RGB): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

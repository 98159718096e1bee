import type { Module } from 'unplugin-module-registry/runtime'
import { parseColour, type RGB } from './rgb.ts'

interface Pair {
  text: string
  background: string
}

interface Verdict {
  ratio: number
  verdict: string
}

/** A class in a constant. */
export const Contrast = class implements Module<Pair, Verdict> {
  readonly description = 'How readable text in one colour is on another, by the rules of WCAG 2.'
  readonly tags = ['colour', 'web']

  execute({ text, background }: Pair): Verdict {
    const [light, dark] = [luminance(text), luminance(background)].sort((a, b) => b - a) as [number, number]
    const ratio = Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100
    const verdict =
      ratio >= 7 ? 'very good (AAA)' : ratio >= 4.5 ? 'good (AA)' : ratio >= 3 ? 'headlines only' : 'too weak'
    return { ratio, verdict }
  }
}

function luminance(colour: string): number {
  const [red, green, blue] = parseColour(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as RGB
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

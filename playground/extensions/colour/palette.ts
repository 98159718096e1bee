import { defineModule } from 'unplugin-module-registry/runtime'
import { formatColour, parseColour, type RGB } from './rgb.ts'

/** Asks another module through the registry, by its ID: that one is loaded because this one needs it. */
export const palette = defineModule({
  description: 'Shades of a colour from light to dark, each with the text colour that reads best on it.',
  tags: ['colour', 'web'],

  async execute({ colour, steps = 5 }: { colour: string; steps?: number }, context): Promise<string[]> {
    const base = parseColour(colour)
    const shades = Array.from({ length: steps }, (_, step) => shade(base, 1 - (2 * (step + 1)) / (steps + 1)))
    return Promise.all(
      shades.map(async (background) => {
        const [white, black] = await Promise.all(
          ['#ffffff', '#000000'].map((text) =>
            context.registry.call('colour.contrast', { text, background }, context),
          ),
        )
        return `${background} with ${white.ratio >= black.ratio ? 'white' : 'black'} text`
      }),
    )
  },
})

/** Lighter for a positive amount up to 1, darker for a negative one down to -1. */
function shade(colour: RGB, amount: number): string {
  const target = amount > 0 ? 255 : 0
  const [red, green, blue] = colour.map((part) => part + (target - part) * Math.abs(amount))
  return formatColour([red!, green!, blue!])
}

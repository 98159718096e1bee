import type { Module } from 'unplugin-module-registry/runtime'
import { parseColour } from './rgb.ts'

export class NearestName implements Module<{ colour: string }, Promise<string>> {
  readonly description =
    'The CSS name that comes nearest to a colour. Its list of names is a chunk of its own.'
  readonly tags = ['colour']

  async execute({ colour }: { colour: string }): Promise<string> {
    const [red, green, blue] = parseColour(colour)
    const { cssColours } = await import('../_shared/css-colours.ts')
    let nearest = { name: '', distance: Number.POSITIVE_INFINITY }
    for (const [name, code] of Object.entries(cssColours)) {
      const [r, g, b] = parseColour(code)
      const distance = (red - r) ** 2 * 2 + (green - g) ** 2 * 4 + (blue - b) ** 2 * 3
      if (distance < nearest.distance) nearest = { name, distance }
    }
    return nearest.distance === 0 ? nearest.name : `about ${nearest.name}`
  }
}

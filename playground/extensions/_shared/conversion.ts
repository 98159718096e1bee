import type { Module } from 'unplugin-module-registry/runtime'

/** A value to convert. */
export interface Quantity<Unit extends string> {
  value: number
  from: Unit
  to: Unit
}

/** What every converter has in common: it goes from one unit to another by way of a base unit. */
export abstract class Conversion<Unit extends string> implements Module<Quantity<Unit>, string> {
  /** For each unit, its factor to the base unit and what is added to that: `base = value * factor + offset`. */
  protected abstract readonly units: Readonly<Record<Unit, readonly [factor: number, offset?: number]>>

  execute({ value, from, to }: Quantity<Unit>): string {
    const [factor, offset = 0] = this.#unit(from)
    const [targetFactor, targetOffset = 0] = this.#unit(to)
    const converted = (value * factor + offset - targetOffset) / targetFactor
    return `${value} ${from} = ${Number(converted.toPrecision(7))} ${to}`
  }

  #unit(name: Unit): readonly [number, number?] {
    if (Object.hasOwn(this.units, name)) return this.units[name]
    throw new RangeError(`Unknown unit "${name}". Known are: ${Object.keys(this.units).join(', ')}.`)
  }
}

/**
 * @multiClass
 * Each converter gets an ID of its own. None of them says `implements Module`: their generic base class does, and it
 * comes through a barrel, under another name.
 */
import { Converter } from './_shared/index.ts'

export class Length extends Converter<'mm' | 'cm' | 'm' | 'km' | 'in' | 'ft' | 'mi'> {
  readonly description = 'Converts lengths, metric and imperial.'
  readonly tags = ['units']
  protected readonly units = {
    mm: [0.001],
    cm: [0.01],
    m: [1],
    km: [1000],
    in: [0.0254],
    ft: [0.3048],
    mi: [1609.344],
  } as const
}

export class Temperature extends Converter<'C' | 'F' | 'K'> {
  readonly description = 'Converts temperatures between Celsius, Fahrenheit and Kelvin.'
  readonly tags = ['units']
  protected readonly units = { C: [1, 273.15], F: [5 / 9, 459.67 * (5 / 9)], K: [1] } as const
}

export class DataSize extends Converter<'B' | 'kB' | 'MB' | 'GB' | 'KiB' | 'MiB' | 'GiB'> {
  readonly description = 'Converts sizes of files: powers of 1000 and of 1024.'
  readonly tags = ['units', 'files']
  protected readonly units = {
    B: [1],
    kB: [1e3],
    MB: [1e6],
    GB: [1e9],
    KiB: [2 ** 10],
    MiB: [2 ** 20],
    GiB: [2 ** 30],
  } as const
}

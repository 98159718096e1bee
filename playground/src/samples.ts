import type { ModuleMap } from 'virtual:module-registry'
import type { InputsOf } from 'unplugin-module-registry/runtime'

/** Inputs to start with. The generated types know every ID and what it takes, so a wrong sample is a type error. */
type Samples = { readonly [Id in keyof ModuleMap]?: InputsOf<ModuleMap[Id]> }

export const samples = {
  'colour.contrast': { text: '#767676', background: '#fff' },
  'colour.nearest_name': { colour: '#6a5acc' },
  'colour.palette': { colour: '#0d6b5e', steps: 5 },
  'dates.index': { from: '2026-01-01', to: '2026-12-24' },
  'dates.working_days': { start: '2026-02-27', days: 20 },
  'json.diff': { before: { name: 'a', tags: ['x'] }, after: { name: 'b', tags: ['x', 'y'] } },
  'json.format': { text: '{"b":1,"a":[true,null]}', sorted: true },
  'math_ops.percent_change': { from: 80, to: 92 },
  'math_ops.statistics': { numbers: [2, 4, 4, 4, 5, 5, 7, 9] },
  'math_ops.sum': { numbers: [1, 2, 3.5] },
  'primes.factorize': { number: 6469693230 },
  'prose.readability': { text: 'Short words are best. Old words are best of all.' },
  scratchpad: { add: 'Buy milk' },
  'text.case_tools.snake_case': { text: 'parseHTTPHeader' },
  'text.case_tools.title_case': { text: 'the wind in the willows' },
  'text.case_tools.url_slug': { text: 'Crème brûlée, in 5 steps!' },
  'text.word_count': { text: 'The quick brown fox doesn’t jump.' },
  'unit_converter.data_size': { value: 1, from: 'GiB', to: 'MB' },
  'unit_converter.length': { value: 26.2, from: 'mi', to: 'km' },
  'unit_converter.temperature': { value: 451, from: 'F', to: 'C' },
} as const satisfies Samples

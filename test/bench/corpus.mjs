// Makes trees of extension files: as many as one likes, always the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const DOMAINS = ['billing', 'crm', 'files', 'mail', 'search', 'auth', 'reports', 'media']
const AREAS = ['core', 'admin', 'sync', 'batch', 'api', 'export']
const GROUPS = ['orders', 'users', 'items', 'events', 'queues']
const VERBS = ['Send', 'Fetch', 'Merge', 'Render', 'Archive', 'Resolve', 'Index', 'Verify']
const NOUNS = ['Invoice', 'Contact', 'Document', 'Message', 'Session', 'Ledger', 'HTTPProxy', 'Snapshot']
const WORDS = [
  'amount',
  'region',
  'owner',
  'status',
  'label',
  'cursor',
  'window',
  'policy',
  'branch',
  'ticket',
]

/**
 * What the modules of a tree say about themselves: nothing, so that the catalog holds IDs, or descriptions, tags and
 * schemas, which are written as JSON Schema in every other file and with TypeBox in the rest.
 *
 * @typedef {'ids' | 'metadata'} CorpusKind
 */

/**
 * One file of a tree.
 *
 * @typedef {object} CorpusFile
 * @property {string} path relative to the extensions root, with `/`
 * @property {string} text
 * @property {string[]} classes names of its modules; none in a helper
 */

/**
 * Describes the file with a number: in a folder three levels deep, about 1.7 kB. Every third has two modules, and the
 * marker that allows it; every tenth is a helper without any.
 *
 * @param {number} index from 0
 * @param {CorpusKind} kind
 * @returns {CorpusFile}
 */
export function corpusFile(index, kind) {
  const random = randomNumbers(index + 1)
  const folder = [DOMAINS[index % 8], AREAS[(index >> 3) % 6], GROUPS[Math.floor(index / 48) % 5]].join('/')
  if (index % 10 === 9)
    return { path: `${folder}/helper_${index}.ts`, text: helperText(index, random), classes: [] }
  const base = `${VERBS[index % 8]}${NOUNS[(index >> 3) % 8]}`
  const classes = index % 3 === 2 ? [base, `${base}Bulk`] : [`${base}${index}`]
  const withTypeBox = kind === 'metadata' && index % 2 === 1
  const text = [
    ...(classes.length > 1 ? ['/** @multiClass */'] : []),
    ...(withTypeBox ? ["import { Type } from '@sinclair/typebox'"] : []),
    "import type { Context, Module } from 'unplugin-module-registry/runtime'",
    '',
    ...classes.flatMap((name) => [
      classText(name, index, kind, classes.length > 1 ? 1 : kind === 'ids' ? 3 : 1, random),
      '',
    ]),
  ].join('\n')
  return { path: `${folder}/${snakeCase(base)}_${index}.ts`, text, classes }
}

/**
 * Writes the first files of a tree.
 *
 * @param {string} folder the extensions root; it is created
 * @param {number} count how many files
 * @param {CorpusKind} kind
 */
export function writeCorpus(folder, count, kind) {
  const made = new Set()
  for (let index = 0; index < count; index++) {
    const { path, text } = corpusFile(index, kind)
    const file = join(folder, path)
    const parent = dirname(file)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(file, text)
  }
}

/**
 * How many modules the first files of a tree hold.
 *
 * @param {number} count how many files
 */
export function moduleCount(count) {
  let modules = 0
  for (let index = 0; index < count; index++) modules += index % 10 === 9 ? 0 : index % 3 === 2 ? 2 : 1
  return modules
}

/**
 * @param {string} name
 * @param {number} index
 * @param {CorpusKind} kind
 * @param {number} steps how many private methods make up the rest of its size
 * @param {() => number} random
 */
function classText(name, index, kind, steps, random) {
  const [first, second] = [word(random), word(random)]
  return [
    `// ${name} works on one ${first}. Braces { in } comments and "quotes" must not confuse anybody: class Fake {`,
    `export class ${name} implements Module {`,
    ...(kind === 'metadata' ? metadataLines(name, index, first, second) : []),
    '  async execute(inputs: Record<string, unknown>, context?: Context): Promise<Record<string, unknown>> {',
    `    const names = (inputs.${first} ?? []) as string[]`,
    `    let count = ${index}`,
    '    for (const name of names) {',
    '      if (/^[a-z{]{1,12}$/.test(name)) count += name.length',
    '      else count -= 1',
    '    }',
    `    return { ok: count >= 0, count, note: \`\${names.length > 9 ? \`many-\${count}\` : '${second}'}\` }`,
    '  }',
    ...Array.from({ length: steps }, (_, step) => stepLines(step, first, second, random)).flat(),
    '}',
  ].join('\n')
}

/**
 * @param {string} name
 * @param {number} index
 * @param {string} first
 * @param {string} second
 */
function metadataLines(name, index, first, second) {
  const schemas =
    index % 2 === 1
      ? [
          '  readonly inputSchema = Type.Object({',
          `    ${first}: Type.Array(Type.String({ minLength: 1, maxLength: ${64 + (index % 64)} })),`,
          `    ${second}_limit: Type.Optional(Type.Number({ minimum: 0 })),`,
          '  })',
          '  readonly outputSchema = Type.Object({ ok: Type.Boolean(), count: Type.Integer(), note: Type.String() })',
        ]
      : [
          '  readonly inputSchema = {',
          "    type: 'object',",
          '    properties: {',
          `      ${first}: { type: 'array', items: { type: 'string', minLength: 1, maxLength: ${64 + (index % 64)} } },`,
          `      ${second}_limit: { type: 'number', minimum: 0 },`,
          '    },',
          `    required: ['${first}'],`,
          '  } as const',
          "  readonly outputSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const",
        ]
  return [
    `  readonly description = 'Performs ${name} on one ${first}; see "docs/${second}.md" for its limits.'`,
    `  readonly tags = ['${first}', '${second}']`,
    ...schemas,
    '',
  ]
}

/**
 * @param {number} step
 * @param {string} first
 * @param {string} second
 * @param {() => number} random
 */
function stepLines(step, first, second, random) {
  const limit = Math.floor(random() * 90)
  return [
    '',
    `  #${first}${step}(text: string, limit = ${limit}): string {`,
    `    const parts = text.split(':').map((part, index) => ({ part, index, even: index % 2 === 0 }))`,
    `    const ${second}Count = parts.filter((entry) => entry.even).length`,
    `    return ${second}Count > limit ? \`${second}:\${parts[0]?.part ?? ''}\` : text.slice(0, limit)`,
    '  }',
  ]
}

/**
 * @param {number} index
 * @param {() => number} random
 */
function helperText(index, random) {
  const lines = [
    '// Shared by the modules of this folder; none of them is here.',
    `export interface Range${index} { readonly low: number; readonly high: number }`,
    '',
  ]
  for (let step = 0; step < 6; step++) {
    lines.push(
      `export function ${word(random)}${step}(a: Range${index}, b: Range${index}): Range${index} {`,
      `  const low = Math.min(a.low, b.low) - ${Math.floor(random() * 90)}`,
      `  const high = Math.max(a.high, b.high) + ${step}`,
      '  return { low, high }',
      '}',
      '',
    )
  }
  return lines.join('\n')
}

/** @param {() => number} random */
function word(random) {
  return /** @type {string} */ (WORDS[Math.floor(random() * WORDS.length)])
}

/** @param {string} name */
function snakeCase(name) {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase()
}

/**
 * Numbers from 0 to 1 that follow from a seed.
 *
 * @param {number} seed
 */
function randomNumbers(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * How much is measured: all of it, as much as two minutes allow, or only whether everything works.
 *
 * @typedef {'full' | 'quick' | 'tiny'} Profile
 */

/**
 * @typedef {object} Arguments
 * @property {Profile} profile
 * @property {readonly string[] | undefined} only IDs of measures, in capitals
 * @property {number} rounds how many are kept
 * @property {string | undefined} json where the rows are written
 * @property {string} package the folder with `package.json` and `dist`
 */

/** How many rounds are kept. */
const ROUNDS = { full: 5, quick: 2, tiny: 1 }

/**
 * Reads the command line.
 *
 * @param {string[]} args
 * @returns {Arguments}
 * @throws for what it does not know
 */
export function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      tiny: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string' },
      json: { type: 'string' },
      package: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    },
  })
  const profile = values.tiny ? 'tiny' : values.quick ? 'quick' : 'full'
  const rounds = Number(values.rounds ?? ROUNDS[profile])
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1.')
  return {
    profile,
    only: values.only?.split(',').map((id) => id.trim().toUpperCase()),
    rounds,
    json: values.json === undefined ? undefined : resolve(values.json),
    package: resolve(values.package),
  }
}

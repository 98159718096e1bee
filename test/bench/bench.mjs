import { join } from 'node:path'
import { writeCorpus } from './corpus.mjs'
import { runProgram, sample } from './sampler.mjs'

/** @typedef {import('./corpus.mjs').CorpusKind} CorpusKind */
/** @typedef {import('./sampler.mjs').Contender} Contender */
/** @typedef {import('./sampler.mjs').Sample} Sample */

/**
 * One thing that is measured.
 *
 * @typedef {object} Measure
 * @property {string} id such as `P1`
 * @property {string} title
 * @property {(bench: Bench) => Promise<import('./rows.mjs').Row[]>} run
 */

/** What measures work with. */
export class Bench {
  /** @type {Map<string, Promise<unknown>>} */
  #made = new Map()

  /**
   * @param {import('./workspace.mjs').Workspace} workspace
   * @param {import('./arguments.mjs').Profile} profile
   * @param {number} rounds
   */
  constructor(workspace, profile, rounds) {
    this.workspace = workspace
    this.profile = profile
    this.rounds = rounds
  }

  /**
   * What fits how much is measured.
   *
   * @template Choice
   * @param {Record<import('./arguments.mjs').Profile, Choice>} choices
   * @returns {Choice}
   */
  pick(choices) {
    return choices[this.profile]
  }

  /**
   * Makes something once, for all measures that need it.
   *
   * @template Made
   * @param {string} key
   * @param {() => Promise<Made>} make
   * @returns {Promise<Made>}
   */
  once(key, make) {
    const made = this.#made.get(key) ?? make()
    this.#made.set(key, made)
    return /** @type {Promise<Made>} */ (made)
  }

  /**
   * Makes a project with a tree of extension files; its extensions root is `extensions`.
   *
   * @param {string} name unlike those of other projects
   * @param {number} count
   * @param {CorpusKind} kind
   * @returns {string} its folder
   */
  freshCorpus(name, count, kind) {
    const root = this.workspace.project(name)
    writeCorpus(join(root, 'extensions'), count, kind)
    return root
  }

  /**
   * Measures contenders against each other, in as many rounds as wanted.
   *
   * @param {readonly Contender[]} contenders
   * @returns {Promise<Record<string, Sample[]>>} the samples of each, by its name
   */
  sample(contenders) {
    // In the tiny profile the numbers mean nothing.
    const rounds = { kept: this.rounds, dropped: this.pick({ full: 1, quick: 1, tiny: 0 }) }
    return sample(contenders, rounds, { BENCH_PACKAGE: this.workspace.package })
  }

  /**
   * Runs a program that prepares something.
   *
   * @param {string} program a file in `programs/`
   * @param {object} input
   */
  prepare(program, input) {
    return runProgram(program, input, { BENCH_PACKAGE: this.workspace.package })
  }
}

// Cold scans, which several measures look at.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { moduleCount } from '../corpus.mjs'

/** @typedef {import('../bench.mjs').Bench} Bench */

/**
 * Where a project keeps its cache.
 *
 * @param {string} root
 */
function cacheOf(root) {
  return join(root, 'node_modules/.cache/unplugin-module-registry')
}

/**
 * Forgets what scans have found out; the compiled code of the compiler stays, since it belongs to no project.
 *
 * @param {string} root
 */
function forgetScans(root) {
  const folder = cacheOf(root)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.code')) rmSync(join(folder, name), { recursive: true })
  }
}

/**
 * What the package is told when a project is scanned and nothing else.
 *
 * @param {string} root
 */
export function scanInput(root) {
  return { options: { root, dts: false } }
}

/**
 * A contender that knows nothing of a project, except for the compiler's compiled code.
 *
 * @param {string} root
 */
export function coldScan(root) {
  return { program: 'scan.mjs', input: scanInput(root), before: () => forgetScans(root) }
}

/**
 * Scans a tree in fresh processes: with what the compiler's code cache gives, and naively with ts-morph. Where modules
 * have nothing but IDs, it is also scanned without any cache. All find the same modules.
 *
 * @param {Bench} bench
 * @param {number} count how many files
 * @param {import('../corpus.mjs').CorpusKind} kind
 * @returns {Promise<Record<'cold' | 'first' | 'naive', import('../bench.mjs').Sample[]>>} `first` has none of metadata
 */
export function coldScans(bench, count, kind) {
  return bench.once(`scans ${kind} ${count}`, async () => {
    const root = bench.freshCorpus(`${kind}-${count}`, count, kind)
    const contenders = [
      { name: 'cold', ...coldScan(root) },
      { name: 'naive', program: 'naive-scan.mjs', input: { folder: join(root, 'extensions') } },
    ]
    if (kind === 'ids') contenders.push(firstScan(bench.freshCorpus(`${kind}-${count}-first`, count, kind)))
    const samples = { first: [], ...(await bench.sample(contenders)) }
    for (const { modules } of Object.values(samples).flat()) {
      if (modules !== moduleCount(count))
        throw new Error(`${modules} modules were found, not ${moduleCount(count)}.`)
    }
    return /** @type {any} */ (samples)
  })
}

/** @param {string} root */
function firstScan(root) {
  const before = () => rmSync(cacheOf(root), { recursive: true, force: true })
  return { name: 'first', program: 'scan.mjs', input: scanInput(root), before }
}

/** Sizes of trees for which there are targets. */
export const SIZES = { full: [50, 500, 2000, 5000], quick: [500], tiny: [20] }

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
 * Scans a tree in fresh processes: with what the compiler's code cache gives, without any cache, and naively with
 * ts-morph. All three find the same modules.
 *
 * @param {Bench} bench
 * @param {number} count how many files
 * @param {import('../corpus.mjs').CorpusKind} kind
 * @returns {Promise<Record<'cold' | 'first' | 'naive', import('../bench.mjs').Sample[]>>}
 */
export function coldScans(bench, count, kind) {
  return bench.once(`scans ${kind} ${count}`, async () => {
    const root = await bench.corpus(count, kind)
    const first = await bench.once(`first ${kind} ${count}`, async () =>
      bench.freshCorpus(`${kind}-${count}-first`, count, kind),
    )
    const samples = await bench.sample([
      { name: 'cold', program: 'scan.mjs', input: scanInput(root), before: () => forgetScans(root) },
      {
        name: 'first',
        program: 'scan.mjs',
        input: scanInput(first),
        before: () => rmSync(cacheOf(first), { recursive: true, force: true }),
      },
      { name: 'naive', program: 'naive-scan.mjs', input: { folder: join(root, 'extensions') } },
    ])
    for (const { modules } of Object.values(samples).flat()) {
      if (modules !== moduleCount(count))
        throw new Error(`${modules} modules were found, not ${moduleCount(count)}.`)
    }
    return /** @type {any} */ (samples)
  })
}

/** Sizes of trees for which there are targets. */
export const SIZES = { full: [50, 500, 2000, 5000], quick: [500], tiny: [20] }

// Starts of applications in Node, which several measures look at.
import { join } from 'node:path'
import { corpusFile } from '../corpus.mjs'
import { writeText } from '../workspace.mjs'

/** Prints when the first answer is there, counted from the start of the process. */
const REPORT = `
const at = performance.now()
const { user, system } = process.cpuUsage()
const rss = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ at, cpu: (user + system) / 1000, rss, ok: Number(answer.ok) }))
`

/**
 * Starts Node until one module has answered: out of a registry of many, by importing its file, and after looking for all
 * modules in the file system.
 *
 * @param {import('../bench.mjs').Bench} bench
 * @param {number} count how many files
 * @param {import('../corpus.mjs').CorpusKind} kind
 * @returns {Promise<Record<'registry' | 'one' | 'discovery', import('../bench.mjs').Sample[]>>}
 */
export function starts(bench, count, kind) {
  return bench.once(`starts ${kind} ${count}`, async () => {
    const root = bench.freshCorpus(`start-${kind}-${count}`, count, kind)
    // One that needs no package.
    const { path, classes } = corpusFile(6, kind)
    const id = path.replace('.ts', '').replaceAll('/', '.')
    writeText(
      join(root, 'registry.ts'),
      `import { registry } from 'virtual:module-registry'
const answer: any = await registry.call('${id}', { owner: ['a', 'bb'] })
${REPORT}`,
    )
    writeText(
      join(root, 'one.ts'),
      `const module: any = new (await import('./extensions/${path}')).${classes[0]}()
const answer: any = await module.execute({ owner: ['a', 'bb'] })
${REPORT}`,
    )
    writeText(join(root, 'discovery.mjs'), discovery(id))
    await bench.prepare('bundle-for-node.mjs', { root, entries: ['registry', 'one'] })
    return /** @type {any} */ (
      await bench.sample([
        { name: 'registry', program: join(root, 'bundles/registry/registry.mjs') },
        { name: 'one', program: join(root, 'bundles/one/one.mjs') },
        { name: 'discovery', program: join(root, 'discovery.mjs') },
      ])
    )
  })
}

/**
 * A program that imports every file of a tree to see what it holds.
 *
 * @param {string} id of the module that it calls in the end
 */
function discovery(id) {
  return `import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const root = new URL('./compiled/', import.meta.url)
const modules = new Map()
for (const file of readdirSync(fileURLToPath(root), { recursive: true }).filter((name) => name.endsWith('.js')).sort()) {
  const found = Object.values(await import(new URL(file, root))).filter((one) => one.prototype?.execute)
  const name = file.slice(0, -3).replaceAll('/', '.')
  for (const one of found) modules.set(found.length === 1 ? name : name + '.' + one.name.toLowerCase(), new one())
}
const answer = await modules.get('${id}').execute({ owner: ['a', 'bb'] })
${REPORT}`
}

/** How many files there are. */
export const SIZES = { full: [500, 5000], quick: [500], tiny: [20] }

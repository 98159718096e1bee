// Builds with Vite, which several measures look at.
import { join } from 'node:path'
import { writeText } from '../workspace.mjs'

/** @typedef {import('../bench.mjs').Bench} Bench */

/** What the entry of each variant says. */
const MAINS = {
  glob: [
    "const all = import.meta.glob(['./extensions/**/*.ts', '!./extensions/**/helper_*.ts'])",
    'Object.assign(globalThis, { load: (path: string) => all[path]!() })',
  ],
  registry: ["import { registry } from 'virtual:module-registry'", 'Object.assign(globalThis, { registry })'],
  // What an application pays that has the same catalog, and loads no module of its own.
  catalog: [
    "import { catalog } from 'virtual:module-registry/catalog'",
    "import { createRegistry } from 'unplugin-module-registry/runtime'",
    'Object.assign(globalThis, { registry: createRegistry(catalog) })',
  ],
}

const VARIANTS = /** @type {const} */ ({
  glob: { main: 'glob' },
  modules: { main: 'registry', plugin: {} },
  folders: { main: 'registry', plugin: { chunks: 'folder' } },
  catalog: { main: 'catalog', plugin: {} },
})

/**
 * Builds applications in fresh processes: with `import.meta.glob`, with the registry, with it and a chunk for each
 * top-level folder, and with nothing but the catalog and the runtime.
 *
 * @param {Bench} bench
 * @param {number} count how many files
 * @returns {Promise<Record<keyof typeof VARIANTS, import('../bench.mjs').Sample[]>>}
 */
export function viteBuilds(bench, count) {
  return bench.once(`builds ${count}`, async () => {
    const root = bench.freshCorpus(`build-${count}`, count, 'ids')
    for (const [name, lines] of Object.entries(MAINS))
      writeText(
        join(root, name, 'main.ts'),
        `${lines.join('\n').replaceAll('./extensions', '../extensions')}\n`,
      )
    const contenders = Object.entries(VARIANTS).map(([name, { main, ...variant }]) => {
      const input = { root, main: `${main}/main.ts`, outDir: join(root, 'dist', name), ...variant }
      return { name, program: 'vite-build.mjs', input }
    })
    return /** @type {any} */ (await bench.sample(contenders))
  })
}

/** How many files are built. */
export const SIZES = { full: [500, 2000], quick: [300], tiny: [20] }

import { rmSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { run } from '../run.ts'
import { entries, type Host, plain, result, sourceOf } from './host.ts'

const repository = resolve(import.meta.dirname, '../../../..')

/** What a script says that builds with Bun, and tells what came of it. */
const script = `
  import moduleRegistry from ${JSON.stringify(join(repository, 'src/bun.ts'))}
  const { settings, options } = await import('./request.mjs')
  const print = (error) => error.errors === undefined ? error.message : error.errors.map(print).join('\\n')
  const warnings = []
  console.warn = (text) => warnings.push(text)
  const errors = []
  try {
    await Bun.build({ ...settings, plugins: [moduleRegistry(options)] })
  } catch (error) {
    errors.push(print(error))
  }
  console.log(JSON.stringify({ warnings, errors }))`

/** Bun, whose builds run in a process of its own. */
export function bunHost(mode: string): Host {
  return {
    name: `Bun, ${mode}`,
    splits: true,
    async build(project, request = {}) {
      const folder = join(project.root, 'dist')
      rmSync(folder, { recursive: true, force: true })
      const settings = {
        entrypoints: Object.values(entries(project, request)),
        ...{ root: project.root, outdir: folder, target: 'node', format: 'esm', splitting: true },
        naming: { entry: '[name].mjs', chunk: '[name]-[hash].mjs' },
        minify: request.minify ?? false,
        sourcemap: request.sourcemap ? 'linked' : 'none',
      }
      project.write({
        '.bun/build.mjs': script,
        '.bun/request.mjs': `
          export const settings = ${JSON.stringify(settings)}
          export const options = ${sourceOf({ root: project.root, ...request.options })}`,
      })
      // Entries are named after their files.
      const named = request.entry ?? 'main.ts'
      const first = typeof named === 'string' ? named : Object.values(named)[0]!
      const main = `${basename(first, extname(first))}.mjs`
      const bun = join(repository, 'node_modules/bun/bin/bun.exe')
      const { status, stdout, stderr } = run(bun, ['.bun/build.mjs'], { cwd: project.root })
      if (status !== 0) throw new Error(`Bun ended with ${status}:\n${stdout}${stderr}`)
      const told = JSON.parse(stdout) as { warnings: string[]; errors: string[] }
      const errors = told.errors.map(plain)
      return { ...result(folder, errors), warnings: told.warnings.map(plain), main: join(folder, main) }
    },
  }
}

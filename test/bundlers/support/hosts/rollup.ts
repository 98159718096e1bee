import { existsSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { transform } from 'esbuild'
import { rolldown } from 'rolldown'
import { type OutputOptions, type Plugin, type RollupError, type RollupLog, rollup } from 'rollup'
import moduleRegistryForRolldown from '../../../../src/rolldown.ts'
import moduleRegistryForRollup from '../../../../src/rollup.ts'
import { type Built, entries, type Host, plain, result, tsconfigOf } from './host.ts'

/** What both take for the output. */
export type RollupOutput = Pick<OutputOptions, 'preserveModules' | 'preserveModulesRoot' | 'format'>

const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }

/** Rollup, with what every project of its users has: something that finds packages, and something that reads TypeScript. */
export function rollupHost(mode: string, output: RollupOutput = {}): Host {
  return {
    name: `Rollup, ${mode}`,
    splits: true,
    async build(project, request = {}) {
      const warnings: string[] = []
      const folder = join(project.root, 'dist')
      const run = async (): Promise<void> => {
        const bundle = await rollup({
          input: entries(project, request),
          plugins: [
            moduleRegistryForRollup({ root: project.root, ...request.options }),
            findsFiles(),
            readsTypeScript(project.root),
            ...(request.minify ? [minifies()] : []),
          ],
          // That modules which load with the registry and import it make a circle is true, and does no harm.
          onLog: (_level, log) => void (log.code !== 'CIRCULAR_DEPENDENCY' && warnings.push(printLog(log))),
        })
        await bundle.write({ dir: folder, sourcemap: request.sourcemap ?? false, ...names, ...output })
        await bundle.close()
      }
      return buildInto(folder, warnings, run)
    },
  }
}

/** Rolldown, for Node. */
export function rolldownHost(mode: string, output: RollupOutput = {}): Host {
  return {
    name: `Rolldown, ${mode}`,
    splits: true,
    async build(project, request = {}) {
      const warnings: string[] = []
      const folder = join(project.root, 'dist')
      const run = async (): Promise<void> => {
        const bundle = await rolldown({
          cwd: project.root,
          input: entries(project, request),
          platform: 'node',
          plugins: [moduleRegistryForRolldown({ root: project.root, ...request.options })],
          onLog: (level, log) => void (level === 'warn' && warnings.push(printLog(log as RollupLog))),
        })
        const { minify = false, sourcemap = false } = request
        await bundle.write({ dir: folder, minify, sourcemap, ...names, ...(output as object) })
        await bundle.close()
      }
      return buildInto(folder, warnings, run)
    },
  }
}

async function buildInto(folder: string, warnings: string[], run: () => Promise<void>): Promise<Built> {
  rmSync(folder, { recursive: true, force: true })
  const errors: string[] = []
  try {
    await run()
  } catch (error) {
    errors.push(printError(error as RollupError))
  }
  return { ...result(folder, errors), warnings, main: join(folder, 'main.mjs') }
}

/** As Rollup's command line prints an error; the test of that command holds it to this. */
function printError({ plugin, message, loc, id, frame, errors }: RollupError & { errors?: unknown }): string {
  if (errors !== undefined) return plain(message)
  const text = message.startsWith('[plugin')
    ? message
    : `${plugin === undefined ? '' : `[plugin ${plugin}] `}${message}`
  const place = loc === undefined ? id : `${loc.file} (${loc.line}:${loc.column})`
  return [text, ...(place === undefined ? [] : [place]), ...(frame === undefined ? [] : [frame])].join('\n')
}

function printLog({ message }: RollupLog): string {
  return plain(message)
}

/** Resolves as Node does, and takes file names without their extension. */
export function findsFiles(): Plugin {
  return {
    name: 'finds-files',
    resolveId(specifier, importer) {
      if (importer === undefined || /^[\0]|^virtual:/.test(specifier)) return null
      if (!/^[./]/.test(specifier)) {
        try {
          const from = importer.startsWith('\0') ? join(process.cwd(), 'x.js') : importer
          return createRequire(from).resolve(specifier)
        } catch {
          return null
        }
      }
      const path = resolve(dirname(importer), specifier)
      const candidates = [path, `${path}.ts`, `${path}.js`]
      return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? null
    },
  }
}

/** Takes the types out, as the tsconfig of a project says. */
export function readsTypeScript(root: string): Plugin {
  return {
    name: 'reads-typescript',
    async transform(code, id) {
      const loader = /\.([cm]?ts|tsx)$/.exec(id)?.[1]
      if (loader === undefined) return null
      const { code: plainCode, map } = await transform(code, {
        loader: loader === 'tsx' ? 'tsx' : 'ts',
        sourcefile: id,
        sourcemap: true,
        target: 'node20',
        tsconfigRaw: tsconfigOf(root),
      })
      return { code: plainCode, map }
    },
  }
}

function minifies(): Plugin {
  return {
    name: 'minifies',
    async renderChunk(code) {
      const { code: small, map } = await transform(code, { minify: true, format: 'esm', sourcemap: true })
      return { code: small, map }
    },
  }
}

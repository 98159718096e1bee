import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from '../run.ts'
import { entries, type Host, plain, result, sourceOf } from './host.ts'

/** What a script says that builds with Farm. */
const script = `
  import { build } from '@farmfe/core'
  import moduleRegistry from 'unplugin-module-registry/farm'
  const { settings, options } = await import('./request.mjs')
  await build({ ...settings, plugins: [moduleRegistry(options)] })`

/** Farm, whose builds run in a process of their own: it ends the process when a build fails. */
export function farmHost(mode: string): Host {
  return {
    name: `Farm, ${mode}`,
    splits: true,
    async build(project, request = {}) {
      const folder = join(project.root, 'dist')
      rmSync(folder, { recursive: true, force: true })
      const settings = {
        root: project.root,
        compilation: {
          input: entries(project, request),
          output: {
            path: 'dist',
            targetEnv: 'node-next',
            format: 'esm',
            entryFilename: '[entryName].mjs',
            filename: '[name]-[contentHash].[ext]',
          },
          ...{ presetEnv: false, persistentCache: false, progress: false },
          minify: request.minify ?? false,
          sourcemap: request.sourcemap ?? false,
          // Each file on its own: by default, small ones are put together.
          partialBundling: { targetMinSize: 0, targetConcurrentRequests: 1000 },
        },
      }
      project.write({
        '.farm/build.mjs': script,
        '.farm/request.mjs': `
          export const settings = ${JSON.stringify(settings)}
          export const options = ${sourceOf(request.options ?? {})}`,
      })
      const { status, stdout, stderr } = runNode(['.farm/build.mjs'], { cwd: project.root })
      const told = plain(stdout + stderr).replace(/^\[ Farm \] Build completed.*$/gm, '')
      const errors = status === 0 ? [] : [told]
      const warnings = status === 0 && told.trim() !== '' ? [told.trim()] : []
      return { ...result(folder, errors), warnings, main: join(folder, mainOf(folder)) }
    },
  }
}

function mainOf(folder: string): string {
  try {
    return readdirSync(folder).find((name) => /^main\.\w+$/.test(name)) ?? 'main.mjs'
  } catch {
    return 'main.mjs'
  }
}

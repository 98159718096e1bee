import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build as esbuild, formatMessages, type Message } from 'esbuild'
import moduleRegistry from '../../../../src/esbuild.ts'
import { entries, type Host, result } from './host.ts'

/** esbuild, by the format of its output. */
export function esbuildHost(mode: string, splits: boolean, config: BuildOptions): Host {
  return {
    name: `esbuild, ${mode}`,
    splits,
    async build(project, request = {}) {
      const folder = join(project.root, 'dist')
      const extension = config.format === 'esm' ? '.mjs' : '.cjs'
      rmSync(folder, { recursive: true, force: true })
      let messages: { errors: Message[]; warnings: Message[] }
      try {
        messages = await esbuild({
          absWorkingDir: project.root,
          entryPoints: entries(project, request),
          plugins: [moduleRegistry(request.options)],
          bundle: true,
          platform: 'node',
          outdir: folder,
          outExtension: { '.js': extension },
          minify: request.minify ?? false,
          sourcemap: request.sourcemap ?? false,
          logLevel: 'silent',
          splitting: splits,
          ...config,
          ...request.esbuild,
        })
      } catch (error) {
        messages = error as typeof messages
        if (messages.errors === undefined) throw error
      }
      const print = (kind: 'error' | 'warning') => formatMessages(messages[`${kind}s`], { kind })
      const errors = await print('error')
      const main = join(folder, `main${extension}`)
      return { ...result(folder, errors), warnings: await print('warning'), main }
    },
  }
}

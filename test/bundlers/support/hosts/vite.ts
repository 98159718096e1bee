import { join } from 'node:path'
import { createLogger, type InlineConfig, mergeConfig, build as vite } from 'vite'
import moduleRegistry from '../../../../src/vite.ts'
import { entries, type Host, plain, result } from './host.ts'

/** Vite. */
export function viteHost(mode: string, splits: boolean, config: InlineConfig): Host {
  return {
    name: `Vite, ${mode}`,
    splits,
    async build(project, request = {}) {
      const warnings: string[] = []
      const errors: string[] = []
      const logger = createLogger('silent')
      logger.warn = logger.warnOnce = (message) => warnings.push(plain(message))
      const folder = join(project.root, 'dist')
      const ours: InlineConfig = {
        root: project.root,
        configFile: false,
        envDir: false,
        logLevel: 'warn',
        customLogger: logger,
        plugins: [moduleRegistry(request.options)],
        build: {
          outDir: folder,
          emptyOutDir: true,
          minify: request.minify ?? false,
          sourcemap: request.sourcemap ?? false,
          // Preloading asks for a document, which Node has not.
          modulePreload: false,
          rolldownOptions: {
            input: entries(project, request),
            output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
          },
        },
      }
      try {
        await vite(mergeConfig(mergeConfig(ours, config), request.vite ?? {}))
      } catch (error) {
        errors.push(plain((error as Error).message))
      }
      return { ...result(folder, errors), warnings, main: join(folder, 'main.mjs') }
    },
  }
}

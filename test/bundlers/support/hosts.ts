import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build as esbuild, formatMessages, type Message } from 'esbuild'
import { createLogger, type InlineConfig, mergeConfig, build as vite } from 'vite'
import moduleRegistryForEsbuild from '../../../src/esbuild.ts'
import type { Options } from '../../../src/index.ts'
import moduleRegistryForVite from '../../../src/vite.ts'
import { type Project, readTree } from './project.ts'

/** What a test asks of every bundler. */
export interface BuildRequest {
  /** The entry, relative to the project, or several by their names. Default: `main.ts`. */
  readonly entry?: string | Readonly<Record<string, string>>
  readonly options?: Options
  readonly minify?: boolean
  readonly sourcemap?: boolean
  /** What only one bundler understands. */
  readonly vite?: InlineConfig
  readonly esbuild?: BuildOptions
}

/** What a bundler made, or why it did not. */
export interface Built {
  readonly folder: string
  /** The output, by names relative to its folder. */
  readonly files: Readonly<Record<string, string>>
  /** Absolute path of the built entry `main`. */
  readonly main: string
  /** As the bundler prints them, without colours. */
  readonly warnings: readonly string[]
  readonly errors: readonly string[]
}

/** A bundler in one of its modes. */
export interface Host {
  readonly name: string
  /** Whether dynamic imports become files of their own. */
  readonly splits: boolean
  build(project: Project, request?: BuildRequest): Promise<Built>
}

function viteHost(mode: string, splits: boolean, config: InlineConfig): Host {
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
        plugins: [moduleRegistryForVite(request.options)],
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

function esbuildHost(mode: string, splits: boolean, config: BuildOptions): Host {
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
          plugins: [moduleRegistryForEsbuild(request.options)],
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

function entries(project: Project, { entry = 'main.ts' }: BuildRequest): Record<string, string> {
  const named = typeof entry === 'string' ? { main: entry } : entry
  const path = (file: string) => (file.startsWith('virtual:') ? file : project.path(file))
  return Object.fromEntries(Object.entries(named).map(([name, file]) => [name, path(file)]))
}

function result(folder: string, errors: readonly string[]): Pick<Built, 'folder' | 'files' | 'errors'> {
  return { folder, errors, files: errors.length === 0 ? readTree(folder) : {} }
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return text.replace(/\u001b\[[\d;]*m/g, '')
}

/** Every bundler in every mode that makes a difference. A new bundler is a new row. */
export const hosts: readonly Host[] = [
  viteHost('client', true, {}),
  viteHost('server', true, { build: { ssr: true } }),
  esbuildHost('split', true, { format: 'esm' }),
  esbuildHost('esm', false, { format: 'esm' }),
  esbuildHost('cjs', false, { format: 'cjs' }),
  esbuildHost('iife', false, { format: 'iife' }),
]

/** One row for each bundler, for what does not depend on the mode. */
export const bundlers: readonly Host[] = [hosts[0]!, hosts[2]!]

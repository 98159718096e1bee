import { rspack } from '@rspack/core'
import { type BuildOptions, context, build as esbuild, type Message, type Plugin } from 'esbuild'
import {
  type RolldownOptions,
  type OutputOptions as RolldownOutputOptions,
  rolldown,
  watch as watchRolldown,
} from 'rolldown'
import {
  type RollupOptions,
  type OutputOptions as RollupOutputOptions,
  rollup,
  watch as watchRollup,
} from 'rollup'
import { type InlineConfig, mergeConfig, build as vite } from 'vite'
import webpack, { type Stats } from 'webpack'
import moduleRegistryForEsbuild from '../../../src/esbuild.ts'
import type { Options } from '../../../src/index.ts'
import moduleRegistryForRolldown from '../../../src/rolldown.ts'
import moduleRegistryForRollup from '../../../src/rollup.ts'
import moduleRegistryForVite from '../../../src/vite.ts'
import { type BuildRequest, plain } from './hosts/host.ts'
import { findsFiles, readsTypeScript } from './hosts/rollup.ts'
import { rspackConfiguration, webpackConfiguration } from './hosts/webpack.ts'
import type { Project } from './project.ts'

/** Tells of one build: what it says is wrong, and nothing else when all is well. */
type Tell = (errors: readonly string[]) => void

/** A bundler in its watch mode. */
export interface WatchMode {
  readonly name: string
  /** Starts it; every build is told of when it has ended. The output goes to `dist`. */
  start(project: Project, tell: Tell, options?: Options): Promise<() => Promise<unknown>>
  /** Builds once, with the same settings. The output goes to `cold`. */
  build(project: Project, options?: Options): Promise<readonly string[]>
}

const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }

/** What the watchers of Rollup, Rolldown and Vite say. */
interface RollupLikeEvent {
  readonly code: string
  readonly error?: BuildFailure
  readonly result?: { close(): Promise<void> } | null
}

interface BuildFailure {
  readonly message: string
  readonly frame?: string
}

function follow(tell: Tell): (event: RollupLikeEvent) => void {
  return ({ code, error, result }) => {
    if (code !== 'BUNDLE_END' && code !== 'ERROR') return
    void result?.close()
    tell(code === 'ERROR' ? [printFailure(error!)] : [])
  }
}

function printFailure({ message, frame = '' }: BuildFailure): string {
  return plain(`${message}\n${frame}`)
}

/** What went wrong in a build, if anything. */
async function failureOf(run: () => Promise<unknown>): Promise<string[]> {
  try {
    await run()
    return []
  } catch (error) {
    return [printFailure(error as BuildFailure)]
  }
}

function rollupOptions(
  project: Project,
  folder: string,
  options?: Options,
): RollupOptions & { output: RollupOutputOptions } {
  return {
    input: project.path('main.ts'),
    plugins: [
      moduleRegistryForRollup({ root: project.root, ...options }),
      findsFiles(),
      readsTypeScript(project.root),
    ],
    output: { dir: project.path(folder), ...names },
    onLog: () => {},
  }
}

const rollupMode: WatchMode = {
  name: 'Rollup',
  async start(project, tell, options) {
    const watcher = watchRollup(rollupOptions(project, 'dist', options))
    watcher.on('event', follow(tell) as never)
    return () => watcher.close()
  },
  build: (project, options) =>
    failureOf(async () => {
      const settings = rollupOptions(project, 'cold', options)
      await (await rollup(settings)).write(settings.output)
    }),
}

function rolldownOptions(
  project: Project,
  folder: string,
  options?: Options,
): RolldownOptions & { output: RolldownOutputOptions } {
  return {
    cwd: project.root,
    input: project.path('main.ts'),
    platform: 'node',
    plugins: [moduleRegistryForRolldown({ root: project.root, ...options })],
    output: { dir: project.path(folder), ...names },
    onLog: () => {},
  }
}

const rolldownMode: WatchMode = {
  name: 'Rolldown',
  async start(project, tell, options) {
    const watcher = watchRolldown(rolldownOptions(project, 'dist', options))
    watcher.on('event', follow(tell) as never)
    return () => watcher.close()
  },
  build: (project, options) =>
    failureOf(async () => {
      const settings = rolldownOptions(project, 'cold', options)
      await (await rolldown(settings)).write(settings.output)
    }),
}

function viteConfig(project: Project, outDir: string, options?: Options): InlineConfig {
  return {
    root: project.root,
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    plugins: [moduleRegistryForVite(options)],
    build: {
      outDir,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: project.path('main.ts'), output: names },
    },
  }
}

const viteMode: WatchMode = {
  name: 'Vite',
  async start(project, tell, options) {
    const watcher = await vite(mergeConfig(viteConfig(project, 'dist', options), { build: { watch: {} } }))
    if (!('on' in watcher)) throw new Error('Vite does not watch.')
    watcher.on('event', follow(tell) as never)
    return () => watcher.close()
  },
  build: (project, options) => failureOf(() => vite(viteConfig(project, 'cold', options))),
}

function esbuildOptions(project: Project, folder: string, options?: Options): BuildOptions {
  return {
    absWorkingDir: project.root,
    entryPoints: [project.path('main.ts')],
    outdir: project.path(folder),
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    outExtension: { '.js': '.mjs' },
    plugins: [moduleRegistryForEsbuild(options)],
  }
}

function printMessages(errors: readonly Message[]): string[] {
  return errors.map(({ text, location }) => `${text} ${location?.file}:${location?.line}`)
}

const esbuildMode: WatchMode = {
  name: 'esbuild',
  async start(project, tell, options) {
    const settings = esbuildOptions(project, 'dist', options)
    const tells: Plugin = {
      name: 'tells',
      setup: (build) => build.onEnd(({ errors }) => tell(printMessages(errors))),
    }
    const running = await context({ ...settings, plugins: [...settings.plugins!, tells] })
    await running.watch()
    return () => running.dispose()
  },
  async build(project, options) {
    try {
      await esbuild(esbuildOptions(project, 'cold', options))
      return []
    } catch (error) {
      return printMessages((error as { errors: Message[] }).errors)
    }
  },
}

/** What webpack and Rspack have in common. */
interface Compiler {
  watch(options: object, done: (error: Error | null, stats?: Stats) => void): unknown
  run(done: (error: Error | null, stats?: Stats) => void): void
  close(done: (error?: Error | null) => void): void
}

function compilerMode(
  name: string,
  create: (project: Project, request: BuildRequest, folder: string) => unknown,
): WatchMode {
  const print = (error: Error | null, stats?: Stats): string[] =>
    error
      ? [error.message]
      : (stats!.toJson({ all: false, errors: true }).errors ?? []).map((one) => one.message)
  return {
    name,
    async start(project, tell, options = {}) {
      const compiler = create(project, { options }, 'dist') as Compiler
      compiler.watch({ aggregateTimeout: 20 }, (error, stats) => tell(print(error, stats)))
      return () => new Promise((resolve) => compiler.close(resolve))
    },
    async build(project, options = {}) {
      const compiler = create(project, { options }, 'cold') as Compiler
      const errors = await new Promise<string[]>((resolve) =>
        compiler.run((error, stats) => resolve(print(error, stats))),
      )
      await new Promise((resolve) => compiler.close(resolve))
      return errors
    },
  }
}

/** Every bundler that watches by itself. */
export const watchModes: readonly WatchMode[] = [
  rollupMode,
  rolldownMode,
  viteMode,
  esbuildMode,
  compilerMode('webpack', (project, request, folder) => {
    const configuration = webpackConfiguration(project, request, 'esm')
    return webpack({ ...configuration, output: { ...configuration.output, path: project.path(folder) } })
  }),
  compilerMode('Rspack', (project, request, folder) => {
    const configuration = rspackConfiguration(project, request, 'esm')
    return rspack({ ...configuration, output: { ...configuration.output, path: project.path(folder) } })
  }),
]

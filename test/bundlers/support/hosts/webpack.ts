import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Configuration as RspackConfiguration, type RuleSetRule, rspack } from '@rspack/core'
import webpack, { type Configuration, type Stats } from 'webpack'
import moduleRegistryForRspack from '../../../../src/rspack.ts'
import moduleRegistryForWebpack from '../../../../src/webpack.ts'
import type { Project } from '../project.ts'
import { type BuildRequest, type Built, entries, type Host, plain, result, tsconfigOf } from './host.ts'

/** How a bundle is wrapped. */
export type WebpackMode = 'esm' | 'cjs'

/** The configuration of a webpack project whose bundles run in Node. */
export function webpackConfiguration(
  project: Project,
  request: BuildRequest,
  mode: WebpackMode,
): Configuration {
  return {
    ...common(project, request, mode),
    module: {
      rules: [
        {
          test: /\.([cm]?ts|tsx)$/,
          use: [
            {
              loader: join(import.meta.dirname, 'typescript-loader.cjs'),
              options: { target: 'node20', tsconfigRaw: tsconfigOf(project.root) },
            },
          ],
        },
      ],
    },
    plugins: [moduleRegistryForWebpack(request.options)],
  }
}

/** The same for Rspack. */
export function rspackConfiguration(
  project: Project,
  request: BuildRequest,
  mode: WebpackMode,
): RspackConfiguration {
  return {
    ...(common(project, request, mode) as RspackConfiguration),
    module: { rules: [swcRule(/\.[cm]?ts$/, project), swcRule(/\.tsx$/, project)] },
    plugins: [moduleRegistryForRspack(request.options)],
  }
}

/** What a project with these settings in its tsconfig tells the loader that Rspack brings along. */
function swcRule(test: RegExp, project: Project): RuleSetRule {
  const { compilerOptions = {} } = JSON.parse(tsconfigOf(project.root)) as {
    compilerOptions?: { experimentalDecorators?: boolean; jsxFactory?: string }
  }
  const { experimentalDecorators = false, jsxFactory: pragma } = compilerOptions
  const transform = {
    ...(experimentalDecorators ? { legacyDecorator: true } : { decoratorVersion: '2022-03' }),
    ...(pragma === undefined ? {} : { react: { runtime: 'classic', pragma } }),
  }
  const parser = { syntax: 'typescript', decorators: true, tsx: test.test('.tsx') }
  return {
    test,
    loader: 'builtin:swc-loader',
    options: { jsc: { parser, transform, target: 'es2022' } },
    type: 'javascript/auto',
  }
}

function common(project: Project, request: BuildRequest, mode: WebpackMode): Configuration {
  const extension = mode === 'esm' ? 'mjs' : 'cjs'
  return {
    mode: 'production',
    context: project.root,
    entry: entries(project, request),
    target: mode === 'esm' ? 'es2022' : 'node',
    devtool: request.sourcemap ? 'source-map' : false,
    optimization: {
      minimize: request.minify ?? false,
      ...{ moduleIds: 'named', chunkIds: 'named' },
      // Without it, entries share nothing.
      ...(typeof request.entry === 'object' ? { splitChunks: { chunks: 'all', minSize: 0 } } : {}),
    },
    resolve: { extensions: ['.ts', '.js'] },
    performance: false,
    ...(mode === 'esm' ? { experiments: { outputModule: true } } : {}),
    output: {
      path: join(project.root, 'dist'),
      filename: `[name].${extension}`,
      // Named as other bundlers do: after the file alone.
      chunkFilename: ({ chunk }) =>
        `${String(chunk?.name ?? chunk?.id).replace(/^extensions_|_[cm]?[jt]sx?$/g, '')}-[contenthash].${extension}`,
      devtoolModuleFilenameTemplate: (info: { resourcePath: string }) =>
        `../${info.resourcePath.replace(/^\.\//, '')}`,
      ...(mode === 'esm' ? { module: true, chunkFormat: 'module', chunkLoading: 'import' } : {}),
    },
  }
}

/** webpack, with output for Node. */
export function webpackHost(mode: WebpackMode): Host {
  return {
    name: `webpack, ${mode}`,
    splits: true,
    keepsUnused: true,
    build: (project, request = {}) =>
      run(project, mode, (done) => webpack(webpackConfiguration(project, request, mode), done as never)),
  }
}

/** Rspack, with output for Node. */
export function rspackHost(mode: WebpackMode): Host {
  return {
    name: `Rspack, ${mode}`,
    splits: true,
    keepsUnused: true,
    build: (project, request = {}) =>
      run(project, mode, (done) => rspack(rspackConfiguration(project, request, mode), done as never)),
  }
}

interface Runner {
  close(done: (error?: Error | null) => void): void
}

/** Runs a compiler once, and gives what it prints of errors and warnings. */
async function run(
  project: Project,
  mode: WebpackMode,
  start: (done: (error: Error | null, stats?: Stats) => void) => Runner | null,
): Promise<Built> {
  const folder = join(project.root, 'dist')
  rmSync(folder, { recursive: true, force: true })
  let runner: Runner | null = null
  const stats = await new Promise<Stats>((resolve, reject) => {
    runner = start((error, done) => (error ? reject(error) : resolve(done!)))
  })
  const print = (kind: 'errors' | 'warnings'): string[] => {
    const text = plain(stats.toString({ all: false, [kind]: true, colors: false })).trim()
    return text === '' ? [] : [text]
  }
  const [errors, warnings] = [print('errors'), print('warnings')]
  await new Promise((resolve) => runner!.close(resolve))
  const main = join(folder, `main.${mode === 'esm' ? 'mjs' : 'cjs'}`)
  return { ...result(folder, errors), warnings, main }
}

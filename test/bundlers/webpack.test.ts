import { existsSync } from 'node:fs'
import { type Configuration as RspackConfiguration, rspack } from '@rspack/core'
import { describe, expect, it } from 'vitest'
import webpack, { type Configuration, type Stats } from 'webpack'
import { app, appOutput } from './support/app.ts'
import { rspackConfiguration, webpackConfiguration } from './support/hosts/webpack.ts'
import { createProject, type Files, type Project, readTree } from './support/project.ts'
import { runNode, runProgram } from './support/run.ts'

const type = `import type { Module } from 'unplugin-module-registry/runtime'`
const module = (name: string): string =>
  `${type}\nexport class A implements Module { execute() { return '${name}' } }\n`
const main = `
  import { registry } from 'virtual:module-registry'
  const calls = registry.ids().map(async (id) => [id, await registry.call(id, {})])
  Promise.all(calls).then((answers) => console.log(JSON.stringify(Object.fromEntries(answers))))`

type Change = (configuration: Configuration) => Configuration

interface Runner {
  run(done: (error: Error | null, stats?: Stats) => void): void
  close(done: () => void): void
}

async function run(compiler: unknown): Promise<Stats> {
  const runner = compiler as Runner
  const stats = await new Promise<Stats>((resolve, reject) =>
    runner.run((error, done) => (error ? reject(error) : resolve(done!))),
  )
  await new Promise<void>((resolve) => runner.close(resolve))
  return stats
}

const bundlers = [
  {
    name: 'webpack',
    entry: 'webpack',
    build: (project: Project, change: Change = (same) => same, options = {}) =>
      run(webpack(change(webpackConfiguration(project, { options }, 'cjs')))),
  },
  {
    name: 'Rspack',
    entry: 'rspack',
    build: (project: Project, change: Change = (same) => same, options = {}) => {
      const configuration = rspackConfiguration(project, { options }, 'cjs') as Configuration
      return run(rspack(change(configuration) as RspackConfiguration))
    },
  },
] as const

/** What a build said is wrong, as data. */
function problems(stats: Stats, kind: 'errors' | 'warnings' = 'errors') {
  const list = stats.compilation[kind] as { name: string; message: string; file?: string; loc?: unknown }[]
  return list.map(({ name, file, loc, message }) => ({
    name,
    file,
    loc,
    message: message.split('\n')[0],
  }))
}

describe.each(bundlers)('$name', ({ name, entry, build }) => {
  it('takes modules that import styles and helpers, each in a chunk of its own', async () => {
    const project = await createProject({
      'extensions/styled.ts': `
        ${type}
        import './styled.css'
        import { help } from './lib/help'
        export class Styled implements Module { execute() { return help('styled') } }`,
      'extensions/styled.css': 'b { color: red }',
      'extensions/plain.ts': module('plain'),
      'extensions/lib/help.ts': `export const help = (text) => text + '!'`,
      'main.ts': main,
    })
    const styled: Change = (configuration) => ({
      ...configuration,
      ...(name === 'webpack'
        ? { experiments: { css: true } }
        : { module: { rules: [...configuration.module!.rules!, { test: /\.css$/, type: 'css/auto' }] } }),
    })
    expect(problems(await build(project, styled))).toEqual([])
    const files = Object.keys(readTree(project.path('dist')))
    expect(files.filter((file) => /^(?:styled|plain).*cjs$/.test(file))).toHaveLength(2)
    expect(runProgram(project.path('dist/main.cjs'))).toEqual({ plain: 'plain', styled: 'styled!' })
    const forPages: Change = (configuration) => ({ ...styled(configuration), target: 'web' })
    expect(problems(await build(project, forPages))).toEqual([])
    expect(
      Object.keys(readTree(project.path('dist'))).filter((file) => /styled.*\.css$/.test(file)),
    ).toHaveLength(1)
  })

  it('gives each problem as one entry, with its file and its place', async () => {
    const files: Files = {
      'extensions/1st.ts': module('1st'),
      'extensions/math.ts': `${type}
export class MathOps implements Module { static multiClass = true; execute() {} }
export class Math_Ops implements Module { execute() {} }
export class Other implements Module { constructor(readonly name: string) {} execute() {} }
`,
      'main.ts': main,
    }
    const stats = await build(await createProject(files))
    const at = (line: number, from: number, to: number) =>
      expect.objectContaining({ start: { line, column: from }, end: { line, column: to } })
    expect(problems(stats)).toEqual([
      {
        name: 'ModuleRegistryError',
        file: 'extensions/1st.ts',
        loc: at(2, 14, 15),
        message: expect.stringContaining('INVALID_SEGMENT: '),
      },
      {
        name: 'ModuleRegistryError',
        file: 'extensions/math.ts',
        loc: at(2, 14, 21),
        message: expect.stringContaining('MODULE_ID_CONFLICT: '),
      },
    ])
    expect(problems(stats, 'warnings')).toEqual([
      expect.objectContaining({ file: 'extensions/math.ts', loc: at(4, 14, 19) }),
    ])
  })

  it('fails when it runs, where it is written in spite of problems', async () => {
    const project = await createProject({ 'extensions/1st.ts': module('1st'), 'main.ts': main })
    const stats = await build(project, (configuration) => ({ ...configuration, mode: 'development' }))
    expect(problems(stats)).toHaveLength(1)
    const { status, stderr } = runNode([project.path('dist/main.cjs')])
    expect(status).toBe(1)
    expect(stderr).toContain('The build of the module registry failed.')
  })

  it('sees what is new behind a cache on the disk', async () => {
    const project = await createProject({ ...app, 'more.ts': '' })
    const cached: Change = (configuration) => ({
      ...configuration,
      cache:
        name === 'webpack'
          ? { type: 'filesystem', cacheDirectory: project.path('.cache') }
          : ({
              type: 'persistent',
              storage: { type: 'filesystem', directory: project.path('.cache') },
            } as never),
    })
    expect(problems(await build(project, cached))).toEqual([])
    expect(runProgram(project.path('dist/main.cjs'))).toEqual(appOutput)
    expect(problems(await build(project, cached))).toEqual([])
    expect(runProgram(project.path('dist/main.cjs'))).toEqual(appOutput)
    project.write({ 'extensions/added.ts': module('added') })
    project.remove('extensions/then.ts')
    project.write({
      'main.ts': `import { registry } from 'virtual:module-registry'; console.log(JSON.stringify(registry.ids()))`,
    })
    expect(problems(await build(project, cached))).toEqual([])
    const ids = [...appOutput.ids.filter((id) => id !== 'then'), 'added'].sort()
    expect(runProgram(project.path('dist/main.cjs'))).toEqual(ids)
  })

  it('takes the registry as an entry', async () => {
    const project = await createProject({ 'extensions/a.ts': module('a') })
    const stats = await build(project, (configuration) => ({
      ...configuration,
      entry: { registry: 'virtual:module-registry' },
      output: { ...configuration.output, library: { type: 'commonjs2' } },
    }))
    expect(problems(stats)).toEqual([])
    project.write({
      'use.cjs': `require('./dist/registry.cjs').registry.call('a', {}).then((answer) => console.log(JSON.stringify(answer)))`,
    })
    expect(runProgram(project.path('use.cjs'))).toBe('a')
  })

  it('is required as the function itself, and ends a script with an error', async () => {
    const project = await createProject(
      {
        'package.json': '{}',
        'extensions/1st.ts': module('1st'),
        'main.js': main,
        'build.cjs': `
          const bundler = require('${entry === 'webpack' ? 'webpack' : '@rspack/core'}')
          const moduleRegistry = require('unplugin-module-registry/${entry}')
          const settings = { mode: 'production', context: __dirname, entry: './main.js', plugins: [moduleRegistry()] }
          ;(bundler.rspack ?? bundler)(settings, (error, stats) => {
            console.error(stats.toString({ all: false, errors: true }))
            process.exit(error || stats.hasErrors() ? 3 : 0)
          })`,
      },
      { installed: 'full' },
    )
    const { status, stderr } = runNode(['build.cjs'], { cwd: project.root })
    expect(status).toBe(3)
    expect(stderr).toMatch(/ERROR in extensions\/1st\.ts\s2:14-15/)
    expect(existsSync(project.path('dist'))).toBe(false)
  })
})

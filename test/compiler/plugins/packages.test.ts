import { describe, expect, it } from 'vitest'
import { printProblems } from '../../support/print.ts'
import { createProject, type ProjectFiles } from '../../support/project.ts'
import { manifestText, pluginFiles } from './support.ts'

const options = { extensions: false, packages: true } as const

function packageFiles(folder: string, name: string, json = {}): Record<string, string> {
  return {
    [`${folder}/package.json`]: JSON.stringify({ name, ...json }),
    [`${folder}/dagstack.toml`]: manifestText({ name: name.replace(/.*\//, '') }),
    [`${folder}/main.js`]: 'export class Main {}\n',
  }
}

function project(dependencies: readonly string[], files: ProjectFiles) {
  const json = { dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])) }
  return createProject({ 'package.json': JSON.stringify(json), ...files })
}

describe('installed packages', () => {
  it('are plugins when they ship a manifest', async () => {
    const compilation = await project(['mail', '@x/chat', 'plain', 'gone'], {
      ...packageFiles('node_modules/mail', 'mail'),
      ...packageFiles('node_modules/@x/chat', '@x/chat'),
      ...packageFiles('node_modules/undeclared', 'undeclared'),
      'node_modules/plain/package.json': '{}',
    }).compile(options)
    expect(compilation.diagnostics).toEqual([])
    expect(compilation.plugins.map(({ id, scope, origin, file }) => [id, scope, origin, file])).toEqual([
      ['tool:chat', 'plugin', '@x/chat', 'node_modules/@x/chat/main.js'],
      ['tool:mail', 'plugin', 'mail', 'node_modules/mail/main.js'],
    ])
    expect(compilation.inputs.files).toContain('node_modules/mail/dagstack.toml')
  })

  it('are followed through the links of pnpm and of workspaces, and called by their names', async () => {
    const one = project(['mail', 'local'], {
      ...packageFiles('node_modules/.pnpm/mail@1.0.0/node_modules/mail', 'mail'),
      'node_modules/mail': { link: '.pnpm/mail@1.0.0/node_modules/mail' },
      ...packageFiles('packages/local', 'local'),
      'node_modules/local': { link: '../packages/local' },
    })
    const { plugins, paths, diagnostics } = await one.compile(options)
    expect(diagnostics).toEqual([])
    expect(plugins.map(({ folder }) => folder)).toEqual(['node_modules/local', 'node_modules/mail'])
    expect(paths.get('node_modules/local/main.js')).toBe(one.path('packages/local/main.js'))
    expect(paths.get('node_modules/mail/main.js')).toBe(
      one.path('node_modules/.pnpm/mail@1.0.0/node_modules/mail/main.js'),
    )
  })

  it('are found above the project, as in a workspace', async () => {
    const one = createProject({
      ...packageFiles('node_modules/mail', 'mail'),
      'app/package.json': '{ "dependencies": { "mail": "*" } }',
      'app/src/x.ts': '',
    })
    const { plugins, paths } = await one.compile({ ...options, root: `${one.root}/app/src` })
    expect(plugins.map(({ file }) => file)).toEqual(['../../node_modules/mail/main.js'])
    expect(paths.get('../../node_modules/mail/main.js')).toBe(one.path('node_modules/mail/main.js'))
  })

  it('may name their manifest, and have their files where they like', async () => {
    const { plugins, diagnostics } = await project(['mail'], {
      'node_modules/mail/package.json': '{ "dagstack": "./config/plugin.toml" }',
      'node_modules/mail/config/plugin.toml': manifestText({ name: 'mail', entry: 'dist/index:Main' }),
      'node_modules/mail/dist/index.mjs': 'export class Main {}',
    }).compile(options)
    expect(diagnostics).toEqual([])
    expect(plugins[0]!.file).toBe('node_modules/mail/dist/index.mjs')
  })

  it('may be CommonJS', async () => {
    const { plugins } = await project(['mail'], {
      ...packageFiles('node_modules/mail', 'mail'),
      'node_modules/mail/main.js': 'class Main {}\nexports.Main = Main\n',
    }).compile(options)
    expect(plugins).toHaveLength(1)
  })

  it('never reach out of themselves', async () => {
    const one = project(['a', 'b', 'c'], {
      'node_modules/a/package.json': '{ "dagstack": "../b/dagstack.toml" }',
      ...packageFiles('node_modules/b', 'b', { dagstack: 'gone.toml' }),
      ...packageFiles('node_modules/c', 'c', { dagstack: ['dagstack.toml'] }),
    })
    const compilation = await one.compile(options)
    expect(compilation.plugins).toEqual([])
    expect(printProblems(compilation)).toBe(
      ['a', 'b', 'c'].map((name) => `node_modules/${name}/package.json  MANIFEST_INVALID`).join('\n'),
    )
  })

  it('are expected to be there when they are named', async () => {
    const one = project([], {
      ...packageFiles('node_modules/mail', 'mail'),
      'node_modules/plain/package.json': '{}',
    })
    const { plugins, diagnostics } = await one.compile({ ...options, packages: ['mail', 'plain', 'gone'] })
    expect(plugins).toHaveLength(1)
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`packages[1]`: "plain" has no dagstack.toml.',
      '`packages[2]`: "gone" is not installed.',
    ])
  })

  it('are in one plan with the plugins of the project, and in conflict with their namesakes', async () => {
    const files = {
      ...packageFiles('node_modules/mail', 'mail'),
      ...pluginFiles('plugins/app', { dependsOn: ['mail'] }),
    } as ProjectFiles
    expect((await project(['mail'], files).compile(options)).plugins.map(({ id }) => id)).toEqual([
      'tool:mail',
      'tool:app',
    ])
    const twice = project(['mail'], { ...files, ...(pluginFiles('plugins/mail') as ProjectFiles) })
    expect(printProblems(await twice.compile(options))).toBe(
      'node_modules/mail/dagstack.toml:2:8  AMBIGUOUS_PLUGIN  [plugins/mail/dagstack.toml:2:8]',
    )
  })
})

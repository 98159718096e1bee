import { describe, expect, it } from 'vitest'
import { cliProject } from './in-process.ts'

const VITE = `import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [],
})
`
const PACKAGE = `{
  "name": "app",
  "private": true,
  "devDependencies": {
    "vite": "^8.0.0"
  }
}
`
const project = () =>
  cliProject({
    'vite.config.ts': VITE,
    'package.json': PACKAGE,
    'pnpm-lock.yaml': '',
    'src/vite-env.d.ts': '/// <reference types="vite/client" />\n',
  })

/** Without the version of this package, which changes. */
const stable = (text: string): string => text.replace(/(?<=module-registry": "\^)[^"]+/g, '1.2.3')

describe('init', () => {
  it('shows what it would change, and changes nothing where nobody can be asked', async () => {
    const app = project()
    const { code, out, err } = await app.run(['init'])
    expect(code).toBe(1)
    expect(stable(out)).toMatchInlineSnapshot(`
      "--- a/vite.config.ts
      +++ b/vite.config.ts
      @@ -1,5 +1,6 @@
       import { defineConfig } from 'vite'
      +import moduleRegistry from 'unplugin-module-registry/vite'
       
       export default defineConfig({
      -  plugins: [],
      +  plugins: [moduleRegistry()],
       })

      --- a/src/vite-env.d.ts
      +++ b/src/vite-env.d.ts
      @@ -1 +1,2 @@
       /// <reference types="vite/client" />
      +/// <reference types="unplugin-module-registry/client" />

      --- /dev/null
      +++ b/extensions/hello.ts
      @@ -0,0 +1,17 @@
      +import type { Module } from 'unplugin-module-registry/runtime'
      +
      +export class Hello implements Module {
      +  description = 'Greets somebody'
      +
      +  inputSchema = {
      +    type: 'object',
      +    properties: { name: { type: 'string' } },
      +    required: ['name'],
      +  }
      +
      +  outputSchema = { type: 'string' }
      +
      +  async execute({ name }: { name: string }) {
      +    return \`Hello, \${name}!\`
      +  }
      +}

      --- a/package.json
      +++ b/package.json
      @@ -2,6 +2,7 @@
         "name": "app",
         "private": true,
         "devDependencies": {
      +    "unplugin-module-registry": "^1.2.3",
           "vite": "^8.0.0"
         }
       }
      "
    `)
    expect(err).toBe('Nothing was changed: run it again with --yes.\n')
    expect(app.files()).toEqual(['package.json', 'pnpm-lock.yaml', 'src/vite-env.d.ts', 'vite.config.ts'])
    expect(app.read('vite.config.ts')).toBe(VITE)
  })

  it('makes the changes with --yes, and finds nothing to do after that', async () => {
    const app = project()
    const first = await app.run(['init', '--yes'])
    expect(first.code).toBe(0)
    expect(first.out.split('\n').slice(-3)).toEqual([
      'Done.',
      'Install what is new in package.json: pnpm install',
      '',
    ])
    expect(app.read('vite.config.ts')).toContain('plugins: [moduleRegistry()],')
    expect(app.read('extensions/hello.ts')).toContain('export class Hello implements Module {')
    const before = app.files().map((file) => app.read(file))
    const second = await app.run(['init', '--yes'])
    expect(second.code).toBe(0)
    expect(second.out).toMatchInlineSnapshot(`
      "The plugin is in vite.config.ts.
      The types are in src/vite-env.d.ts.
      package.json has unplugin-module-registry.
      "
    `)
    expect(app.files().map((file) => app.read(file))).toEqual(before)
  })

  it('asks, and does as it is told', async () => {
    const app = project()
    const no = await app.run(['init'], 'n')
    expect(no.code).toBe(1)
    expect(no.err).toContain('Make these changes? [Y/n]')
    expect(no.err).toContain('Nothing was changed.\n')
    expect(app.read('vite.config.ts')).toBe(VITE)
    const yes = await app.run(['init'], '')
    expect(yes.code).toBe(0)
    expect(app.read('vite.config.ts')).not.toBe(VITE)
  })

  it('leaves a configuration alone that it does not understand, and says what to add', async () => {
    const text = "import { mergeConfig } from 'vite'\nexport default mergeConfig(base, { plugins: [] })\n"
    const app = cliProject({ 'vite.config.js': text, 'extensions/.keep': '', 'package.json': PACKAGE })
    const { code, out } = await app.run(['init', '-y'])
    expect(code).toBe(1)
    expect(stable(out)).toMatchInlineSnapshot(`
      "--- a/package.json
      +++ b/package.json
      @@ -2,6 +2,7 @@
         "name": "app",
         "private": true,
         "devDependencies": {
      +    "unplugin-module-registry": "^1.2.3",
           "vite": "^8.0.0"
         }
       }

      There is a folder extensions.

      vite.config.js is written in a way that is not understood. Add to it:
        import moduleRegistry from 'unplugin-module-registry/vite'
        plugins: [moduleRegistry()]
      Done.
      Install what is new in package.json: npm install
      "
    `)
    expect(app.read('vite.config.js')).toBe(text)
  })

  it('says what to add to a build with esbuild, which is a program', async () => {
    const app = cliProject({
      'build.mjs': "import { build } from 'esbuild'\n",
      'package.json': '{\n\t"dependencies": {\n\t\t"esbuild": "^0.25.0"\n\t}\n}\n',
      'tsconfig.json': '{ "compilerOptions": { "types": ["node"] } } // ours\n',
    })
    const { out } = await app.run(['init', '--yes', '--json'])
    const data = JSON.parse(out) as { byHand: string[]; next: string[]; written: boolean }
    expect(data.written).toBe(true)
    expect(data.byHand).toEqual([
      "Builds with esbuild are programs. Add to yours:\n  import moduleRegistry from 'unplugin-module-registry/esbuild'\n  plugins: [moduleRegistry()]",
    ])
    expect(data.next).toEqual(['Install what is new in package.json: npm install'])
    expect(stable(app.read('package.json'))).toBe(
      '{\n\t"dependencies": {\n\t\t"esbuild": "^0.25.0"\n\t},\n\t"devDependencies": {\n\t\t"unplugin-module-registry": "^1.2.3"\n\t}\n}\n',
    )
    expect(app.read('tsconfig.json')).toBe(
      '{ "compilerOptions": { "types": ["node", "unplugin-module-registry/client"] } } // ours\n',
    )
  })

  it.each(['rollup', 'rspack', 'webpack', 'farm'])('knows the configuration of %s', async (bundler) => {
    const file = `${bundler}.config.js`
    const app = cliProject({
      [file]: 'export default { plugins: [] }\n',
      'tsconfig.json': '{}',
      'extensions/a.ts': '',
    })
    const { out } = await app.run(['init', '--yes'])
    expect(app.read(file)).toBe(
      `import moduleRegistry from 'unplugin-module-registry/${bundler}'\n\nexport default { plugins: [moduleRegistry()] }\n`,
    )
    expect(out).toContain('\nInstall the package: npm install -D unplugin-module-registry\n')
    expect(out).toContain(
      '\nThe types come with the first build, or before it: npx module-registry generate\n',
    )
  })

  it('refuses a folder that is not there', async () => {
    const { code, err } = await cliProject({}).run(['init', '--root', 'nowhere'])
    expect([code, err]).toEqual([2, 'error  There is no folder "nowhere".\n'])
  })

  it('gives a first module that the registry takes', async () => {
    const app = cliProject({ 'module-registry.config.json': '{}', 'package.json': PACKAGE })
    await app.run(['init', '--yes'])
    const { code, out } = await app.run(['explain', 'hello'])
    expect([code, out.split('\n')[0]]).toEqual([0, 'extensions/hello.ts is in the registry: hello.'])
  })
})

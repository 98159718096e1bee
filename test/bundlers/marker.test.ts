import { describe, expect, it } from 'vitest'
import { bundlers } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runProgram } from './support/run.ts'

const runtime = 'unplugin-module-registry/runtime'
const rest = (name: string): string => `class ${name} implements Module { execute() { return '${name}' } }`
const two = `export ${rest('One')}\nexport ${rest('Two')}\n`

/** Every way to import and to write the marker; `One` bears it. */
const spellings: Record<string, string> = {
  named: `import { multiClass, type Module } from '${runtime}'\n@multiClass() ${two}`,
  renamed: `import { multiClass as many } from '${runtime}'\nimport type { Module } from '${runtime}'\n@many() ${two}`,
  quoted: `import { 'multiClass' as many, type Module } from '${runtime}'\n@many() ${two}`,
  namespace: `import * as lib from '${runtime}'\ntype Module = lib.Module\n@lib.multiClass() ${two}`,
  last: `import { type Module, multiClass, } from '${runtime}'\n@multiClass ${two}`,
  after: `import { multiClass, type Module } from '${runtime}'\nexport @multiClass() ${two.slice(7)}`,
  lines: `import {\n  multiClass, // the marker\n  type Module,\n} from '${runtime}'\n\n@multiClass()\n${two}`,
  kept: `import { defineModule, multiClass, type Module } from '${runtime}'\nexport const other = typeof defineModule\n@multiClass() ${two}`,
}

const spelled: Files = {
  ...Object.fromEntries(Object.entries(spellings).map(([name, text]) => [`extensions/${name}.ts`, text])),
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    const calls = registry.ids().map(async (id) => [id, await registry.call(id, {})])
    Promise.all(calls).then((answers) => console.log(JSON.stringify(Object.fromEntries(answers))))`,
}

const answers = Object.fromEntries(
  Object.keys(spellings).flatMap((name) =>
    ['One', 'Two'].map((key) => [`${name}.${key.toLowerCase()}`, key]),
  ),
)

/** Decorators of the application that count how often each class gets decorated, in both dialects. */
const decorated: Files = {
  ...spelled,
  'lib/logged.ts': `
    export const log: string[] = []
    export const logged = () => (target: any, context?: any): any => {
      log.push(target.name + (context === undefined ? ' legacy' : ' standard'))
    }`,
  'extensions/before.ts': `
    import { multiClass, type Module } from '${runtime}'
    import { logged } from '../lib/logged'
    @logged() @multiClass() export ${rest('Before')}
    @logged() export ${rest('Second')}`,
  'extensions/main.ts': `
    import { logged } from '../lib/logged'
    import type { Module } from '${runtime}'
    export default @logged() ${rest('Main')}`,
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    import { log } from './lib/logged'
    const ids = ['before.before', 'before.second', 'main']
    Promise.all(ids.map((id) => registry.call(id, {})))
      .then((answers) => console.log(JSON.stringify([answers, [...log].sort()])))`,
}

const tsconfig = (experimentalDecorators?: boolean): Files =>
  experimentalDecorators === undefined
    ? {}
    : { 'tsconfig.json': JSON.stringify({ compilerOptions: { experimentalDecorators } }) }

describe.each(bundlers)('$name', (host) => {
  it.each([{ sourcemap: false }, { sourcemap: true }])('erases every spelling: %o', async (request) => {
    const built = await host.build(await createProject(spelled), request)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main)).toEqual(answers)
    const chunks = Object.keys(built.files).filter(
      (file) => file.endsWith('.mjs') && file.replace(/-.*/, '') in spellings,
    )
    expect(chunks).toHaveLength(Object.keys(spellings).length)
    expect(chunks.filter((file) => /multiClass(?!E)|\bmany\b|@/.test(built.files[file]!))).toEqual([])
  })

  it.each([undefined, false, true])(
    'leaves other decorators alone: experimentalDecorators %s',
    async (experimentalDecorators) => {
      const project = await createProject({ ...decorated, ...tsconfig(experimentalDecorators) })
      const built = await host.build(project, { esbuild: { target: 'node20' } })
      expect(built).toMatchObject({ errors: [], warnings: [] })
      const code = Object.values(built.files).join('\n')
      expect(code).not.toMatch(/(?<!function )multiClass\(/)
      // Vite leaves standard decorators to whoever runs the output; Node does not know them.
      if (code.includes('@logged()')) {
        expect(code.match(/@logged\(\)/g)).toHaveLength(3)
        return
      }
      const dialect = experimentalDecorators ? 'legacy' : 'standard'
      // Bun loses the decorators of a default export when they are legacy ones.
      const lost = host.name.startsWith('Bun') && experimentalDecorators ? 'Main' : ''
      const log = ['Before', 'Main', 'Second']
        .filter((name) => name !== lost)
        .map((name) => `${name} ${dialect}`)
      expect(runProgram(built.main)).toEqual([['Before', 'Second', 'Main'], log])
    },
  )

  it('erases it in every kind of script that is asked for', async () => {
    const marked = (value: string): string => `
      import { type Module, multiClass } from '${runtime}'
      const h = String
      const value: string = ${value}
      @multiClass() export class A implements Module { execute() { return value } }
      export class B implements Module { execute() { return value } }`
    const project = await createProject({
      'extensions/jsx.tsx': marked('<b>{1 as number}</b>'),
      'extensions/esm.mts': marked('<string>"mts"'),
      'extensions/plain.js': `
        import { multiClass } from '${runtime}'
        /** @implements {import('${runtime}').Module} */
        @multiClass() export class A { execute() { return 'js' } }
        /** @implements {import('${runtime}').Module} */
        export class B { execute() { return 'js' } }`,
      'main.ts': `
        import { registry } from 'virtual:module-registry'
        Promise.all(registry.ids().map((id) => registry.call(id, {})))
          .then((answers) => console.log(JSON.stringify([registry.ids(), answers])))`,
      'tsconfig.json': '{ "compilerOptions": { "jsx": "react", "jsxFactory": "h" } }',
    })
    const built = await host.build(project, { options: { fileExtensions: ['.tsx', '.mts'] } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main)).toEqual([
      ['esm.a', 'esm.b', 'jsx.a', 'jsx.b', 'plain.a', 'plain.b'],
      ['mts', 'mts', 'b', 'b', 'js', 'js'],
    ])
  })
})

import type { Files } from './project.ts'

/** Says in its catalog entry everything that code generated without care would trip over. */
export const hostileText = `'"\`\${process.exit(7)} \\ \n */ </script> <!-- \u2028 \ud800 😀`

/** A small application whose modules have awkward names, import one another and the registry, and bear the marker. */
export const app: Files = {
  'extensions/math/ops.ts': `
    import { type Module, multiClass } from 'unplugin-module-registry/runtime'
    @multiClass()
    export class Add implements Module { execute({ a, b }: { a: number; b: number }) { return a + b } }
    export class Subtract implements Module { execute({ a, b }: { a: number; b: number }) { return a - b } }`,
  'extensions/text/shout.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    import { loud } from '../../lib/loud'
    export default class implements Module {
      static description = ${JSON.stringify(hostileText)}
      execute(text: string) { return loud(text) }
    }`,
  'extensions/flow/chain.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    import { registry } from 'virtual:module-registry'
    export class Chain implements Module {
      async execute(text: string) { return [await registry.call('text.shout', text), registry.ids().length] }
    }`,
  'extensions/constructor.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    export class Constructor implements Module { execute() { return 'constructed' } }`,
  'extensions/then.ts': `
    import { defineModule } from 'unplugin-module-registry/runtime'
    export const then = defineModule({ id: 'then', execute: () => 'thenable' })`,
  'lib/loud.ts': `export const loud = (text: string): string => text.toUpperCase() + '!'`,
  'main.ts': `
    import everything, { catalog, registry } from 'virtual:module-registry'
    import { catalog as listed } from 'virtual:module-registry/catalog'
    import { ModuleNotFoundError, Registry } from 'unplugin-module-registry/runtime'
    async function main() {
      const same = await registry
      const unknown = await registry.load('__proto__').catch((error) => error)
      const inherited = await registry.load('toString').catch((error) => error)
      return {
        ids: registry.ids(),
        catalog,
        sameObjects: everything === registry && same === registry && listed === catalog,
        sameClasses: registry instanceof Registry && unknown instanceof ModuleNotFoundError,
        sum: await registry.call('math.ops.add', { a: 1, b: 2 }),
        difference: await registry.call('math.ops.subtract', { a: 1, b: 2 }),
        chain: await registry.call('flow.chain', 'hey'),
        named: [await registry.call('constructor', {}), await registry.call('then', {})],
        missing: [unknown.code, inherited.code, registry.has('hasOwnProperty')],
        frozen: Object.isFrozen(catalog) && catalog.every((entry) => Object.isFrozen(entry)),
      }
    }
    main().then((result) => console.log(JSON.stringify(result)))`,
}

const entry = (id: string, className: string, exportName: string, file: string, more: object = {}) => ({
  ...{ kind: 'module', id, className, exportName, file: `extensions/${file}`, scope: 'project' },
  ...{ origin: 'extensions', load: 'lazy', ...more },
})

/** What {@link app} prints, whoever built it. */
export const appOutput = {
  ids: ['constructor', 'flow.chain', 'math.ops.add', 'math.ops.subtract', 'text.shout', 'then'],
  catalog: [
    entry('constructor', 'Constructor', 'Constructor', 'constructor.ts'),
    entry('flow.chain', 'Chain', 'Chain', 'flow/chain.ts'),
    entry('math.ops.add', 'Add', 'Add', 'math/ops.ts'),
    entry('math.ops.subtract', 'Subtract', 'Subtract', 'math/ops.ts'),
    entry('text.shout', 'default', 'default', 'text/shout.ts', { description: hostileText }),
    entry('then', 'then', 'then', 'then.ts'),
  ],
  sameObjects: true,
  sameClasses: true,
  sum: 3,
  difference: -1,
  chain: ['HEY!', 6],
  named: ['constructed', 'thenable'],
  missing: ['MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', false],
  frozen: true,
}

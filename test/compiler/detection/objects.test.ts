import { describe } from 'vitest'
import { detects } from './detect.ts'

const RUNTIME = 'unplugin-module-registry/runtime'

describe('module objects with a written type', () => {
  detects([
    { title: 'an annotated constant', source: 'export const a: Module = { execute() {} }', modules: 'a' },
    { title: 'with type arguments', source: 'export const a: Module<1, 2> = { execute() {} }', modules: 'a' },
    { title: 'satisfies', source: 'export const a = { execute() {} } satisfies Module', modules: 'a' },
    {
      title: 'satisfies behind as const',
      source: 'export const a = { execute() {} } as const satisfies Module',
      modules: 'a',
    },
    {
      title: 'satisfies in parentheses, cast afterwards',
      source: 'export const a = ({ execute() {} } satisfies Module) as unknown',
      modules: 'a',
    },
    { title: 'a cast is no proof', source: 'export const a = { execute() {} } as Module', modules: '' },
    { title: 'Readonly', source: 'export const a: Readonly<Module> = { execute() {} }', modules: 'a' },
    {
      title: 'an intersection',
      source: 'export const a: Module & { b: 1 } = { b: 1, execute() {} }',
      modules: 'a',
    },
    { title: 'a union is no module', source: 'export const a: Module | undefined = undefined', modules: '' },
    { title: 'an array is no module', source: 'export const a: Module[] = []', modules: '' },
    { title: 'a record is no module', source: 'export const a: Record<string, Module> = {}', modules: '' },
    {
      title: 'a promise is no module',
      source: 'export const a: Promise<Module> = Promise.resolve({ execute() {} })',
      modules: '',
    },
    {
      title: 'the class of a module is no module object',
      source: 'export const a: new () => Module = class { execute() {} }',
      modules: '',
    },
    {
      title: 'a function that gives one is no module',
      source: 'export const a: () => Module = () => ({ execute() {} })',
      modules: '',
    },
    { title: 'part of it is no module', source: 'export const a: Partial<Module> = {}', modules: '' },
    {
      title: 'a picked part is no module',
      whole: true,
      source: "export const a: Pick<Module, 'execute'> = { execute() {} }",
      modules: '',
    },
    {
      title: 'an alias of the interface',
      source: 'type Tool = Module\nexport const a: Tool = { execute() {} }',
      modules: 'a',
    },
    {
      title: 'an import alias',
      whole: true,
      source: `import type { Module as M } from '${RUNTIME}'\nexport const a: M = { execute() {} }`,
      modules: 'a',
    },
    {
      title: 'through a namespace',
      whole: true,
      source: `import type * as r from '${RUNTIME}'\nexport const a: r.Module = { execute() {} }`,
      modules: 'a',
    },
    {
      title: 'an import type',
      source: `export const a: import('${RUNTIME}').Module = { execute() {} }`,
      modules: 'a',
    },
    { title: 'a variable that may change', source: 'export let a: Module = { execute() {} }', modules: '' },
    { title: 'a var', source: 'export var a: Module = { execute() {} }', modules: '' },
    {
      title: 'the result of a call',
      source: 'declare function make(): Module\nexport const a: Module = make()',
      modules: 'a',
    },
    { title: 'not exported', source: 'const a: Module = { execute() {} }\nexport const b = a', modules: '' },
    {
      title: 'exported in a list',
      source: 'const a: Module = { execute() {} }\nexport { a as b }',
      modules: 'a as b',
    },
    {
      title: 'exported by name as default',
      source: 'const a: Module = { execute() {} }\nexport default a',
      modules: 'a as default',
    },
    {
      title: 'exported twice',
      source: 'export const a: Module = { execute() {} }\nexport default a',
      modules: 'a',
    },
    { title: 'as default', source: 'export default { execute() {} } satisfies Module', modules: 'default' },
    {
      title: 'as default in parentheses',
      source: 'export default ({ execute() {} } satisfies Module)',
      modules: 'default',
    },
    { title: 'as default without a type', source: 'export default { execute() {} }\n// Module', modules: '' },
    {
      title: 'several in one statement',
      source: 'export const a: Module = { execute() {} }, b: Module = { execute() {} }',
      modules: 'a, b',
    },
    {
      title: 'one per statement, in source order',
      source: 'export const b: Module = { execute() {} }\nexport const a: Module = { execute() {} }',
      modules: 'b, a',
    },
    {
      title: 'with the marker inside',
      source: 'export const a: Module & { multiClass: true } = { multiClass: true, execute() {} }',
      modules: 'a (marked)',
    },
    {
      title: 'with the tag in front',
      source: '/** @multiClass */\nexport const a: Module = { execute() {} }\nexport const b = 1',
      modules: 'a (marked)',
    },
    {
      title: 'a const enum of that name',
      whole: true,
      source: 'export const enum Modules { Module }',
      modules: '',
    },
    {
      title: 'using is no constant that can be exported',
      source: 'using a: Module & Disposable = make()\nexport {}',
      modules: '',
    },
  ])
})

describe('module objects from factories', () => {
  detects([
    {
      title: 'defineModule',
      whole: true,
      source: `import { defineModule } from '${RUNTIME}'\nexport const a = defineModule({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'module',
      source: `import { module } from 'apcore-js'\nexport const a = module({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'new FunctionModule',
      whole: true,
      source: `import { FunctionModule } from 'apcore-js'\nexport const a = new FunctionModule({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'under another name',
      source: `import { module as m } from 'apcore-js'\nexport const a = m({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'through a namespace',
      source: `import * as ap from 'apcore-js'\nexport const a = ap.module({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'with type arguments',
      source: `import { module } from 'apcore-js'\nexport const a = module<1, 2>({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'with a type behind it',
      source: `import { module } from 'apcore-js'\nexport const a = module({ execute() {} }) as unknown`,
      modules: 'a',
    },
    {
      title: 'as default',
      source: `import { module } from 'apcore-js'\nexport default module({ execute() {} })`,
      modules: 'default',
    },
    {
      title: 'as default with new',
      whole: true,
      source: `import { FunctionModule } from 'apcore-js'\nexport default new FunctionModule({ execute() {} })`,
      modules: 'default',
    },
    {
      title: 'by name as default',
      source: `import { module } from 'apcore-js'\nconst a = module({ execute() {} })\nexport default a`,
      modules: 'a as default',
    },
    {
      title: 'from another package',
      source: "import { module } from 'angular'\nexport const a = module({ execute() {} })",
      modules: '',
    },
    {
      title: 'from a configured package',
      source: "import { module } from 'angular'\nexport const a = module({ execute() {} })",
      options: { moduleFactories: ['angular'] },
      modules: 'a',
    },
    {
      title: 'another function of the package',
      source: `import { registry } from 'apcore-js'\nexport const module = registry({})`,
      modules: '',
    },
    {
      title: 'a function of the same name',
      source:
        "import 'apcore-js'\nfunction module(x: unknown) { return x }\nexport const a = module({ execute() {} })",
      modules: '',
    },
    {
      title: 'in a variable that may change',
      source: `import { module } from 'apcore-js'\nexport let a = module({ execute() {} })`,
      modules: '',
    },
    {
      title: 'with the marker',
      source: `import { module } from 'apcore-js'\nexport const a = module({ multiClass: true, execute() {} })`,
      modules: 'a (marked)',
    },
    {
      title: 'in JavaScript',
      file: 'extensions/subject.js',
      whole: true,
      source: `import { defineModule } from '${RUNTIME}'\nexport const a = defineModule({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'an optional call',
      source: `import { module } from 'apcore-js'\nexport const a = module?.({ execute() {} })`,
      modules: 'a',
    },
    {
      title: 'awaited',
      source: `import { module } from 'apcore-js'\nexport const a = await module({ execute() {} })`,
      modules: '',
    },
  ])
})

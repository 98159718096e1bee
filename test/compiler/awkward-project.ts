import type { MemoryFiles } from '../support/memory-host.ts'
import { IMPORT_MODULE, moduleFile, multiClassFile } from '../support/project.ts'

/** A project with everything in it: every way of writing modules, and every kind of problem. */
export const awkwardProject: MemoryFiles = {
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
  'package.json': '{ "name": "app", "imports": { "#base": "./lib/base.ts" } }',
  'lib/base.ts': `${IMPORT_MODULE}export abstract class Base<T = 1> implements Module { description = 'base'; abstract execute(): T }`,
  'lib/broken.ts': 'export const x = {\nexport class Base {',
  'node_modules/sdk/package.json': '{ "name": "sdk", "types": "i.d.ts" }',
  'node_modules/sdk/i.d.ts': 'export declare class Tool implements Module {}',
  'extensions/a.ts': multiClassFile('B', 'C'),
  'extensions/a/b.ts': moduleFile('B'),
  'extensions/a/b.js': '/** @implements {Module} */\nexport class B { execute() {} }',
  'extensions/alias.ts': "import { Base } from '@lib/base'\nexport class Alias extends Base { tags = ['x'] }",
  'extensions/broken.ts': `${IMPORT_MODULE}export class Broken implements Module {`,
  'extensions/by-import.ts': "import { Base } from '#base'\nexport default class extends Base {}",
  'extensions/Case.ts': moduleFile('Case'),
  'extensions/case.ts': 'export {}',
  'extensions/conflict.ts': multiClassFile('MyMod', 'My_Mod', 'Other'),
  'extensions/constructor.ts': moduleFile('constructor'),
  'extensions/decorated.ts': `import { multiClass, type Module } from 'unplugin-module-registry/runtime'\n@multiClass() export class One implements Module { execute() {} }\n@x @multiClass export class Two<T> implements Module { accessor a = 1; execute() {} }`,
  'extensions/fails.ts': "import { Base } from '../lib/broken'\nexport class Fails extends Base {}",
  'extensions/helper.ts': 'export function help() {}',
  'extensions/lossy.ts': multiClassFile('Übersicht', 'Straße'),
  'extensions/lost.ts': `${IMPORT_MODULE}class Lost implements Module { execute() {} }`,
  'extensions/many.ts': moduleFile('One', 'Two'),
  'extensions/needs.ts': `${IMPORT_MODULE}export class Needs implements Module { constructor(a: 1) {} execute() {} }`,
  'extensions/object.ts': `${IMPORT_MODULE}export const object: Module = { description: 'an "object" </script>', execute() {} }`,
  'extensions/sdk/tool.ts': "import { Tool } from 'sdk'\nexport class A extends Tool {}",
  'extensions/schema.ts': moduleFile('Schema'),
  'extensions/secret.ts': { refuses: 'EACCES' },
  'extensions/unresolved.ts': "import { Gone } from 'gone'\nexport class A extends Gone {}",
  'extensions/view.tsx': moduleFile('View'),
  'extensions/z/[id]/x.y.ts': moduleFile('Id'),
  "extensions/z/it's.ts": moduleFile('Its'),
  'extensions/l1/l2/l3/l4/l5/l6/l7/l8/l9/deep.ts': moduleFile('Deep'),
}

/** The texts of the project, without what is no text. */
export const awkwardSources: readonly string[] = Object.values(awkwardProject).filter(
  (node) => typeof node === 'string',
)

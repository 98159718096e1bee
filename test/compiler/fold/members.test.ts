import { describe } from 'vitest'
import { folds } from './fold.ts'

const field = 'description'

describe('members of a class', () => {
  folds([
    { title: 'an instance property', field, members: `readonly description = 'a'`, value: 'a' },
    { title: 'a static property', field, members: `static readonly description = 'a'`, value: 'a' },
    {
      title: 'the instance comes first',
      field,
      members: `static description = 'a'; description = 'b'`,
      value: 'b',
    },
    { title: 'a getter', field, members: `get description() { return 'a' }`, value: 'a' },
    { title: 'a static getter', field, members: `static get description() { return 'a' }`, value: 'a' },
    { title: 'a quoted name', field, members: `'description' = 'a'; ['version'] = 'b'`, value: 'a' },
    {
      title: 'a getter that does more',
      field,
      members: `get description() { log(); return 'a' }`,
      unknowable: 'a getter that does more than return is not run @ subject.ts:4:7',
    },
    {
      title: 'a method',
      field,
      members: `description() { return 'a' }`,
      unknowable: '"description" is a method @ subject.ts:4:3',
    },
    { title: 'nothing written', field, members: `description?: string`, value: undefined },
    { title: 'declared only', field, members: `declare description: string`, value: undefined },
    {
      title: 'a parameter of the constructor',
      field,
      members: `constructor(readonly description = 'a') {}`,
      unknowable: 'a parameter of the constructor is known at run time only @ subject.ts:4:24',
    },
    {
      title: 'a decorator',
      field,
      members: `@upper description = 'a'`,
      unknowable: 'a decorator may change it @ subject.ts:4:10',
    },
    { title: 'an accessor', field, members: `accessor description = 'a'`, value: 'a' },
    { title: 'null is nothing', field, members: `description = null`, value: undefined },
    {
      title: 'of another type',
      field,
      members: `description = 1`,
      unknowable: 'it must be a text @ subject.ts:4:17',
    },
    {
      title: 'tags that are no texts',
      field: 'tags',
      members: `tags = ['a', 1]`,
      unknowable: 'it must be a list of texts @ subject.ts:4:10',
    },
    {
      title: 'a literal schema',
      field: 'inputSchema',
      members: `inputSchema = { type: 'object', properties: { a: { type: 'string' } } }`,
      value: { properties: { a: { type: 'string' } }, type: 'object' },
    },
  ])
})

describe('members that are changed', () => {
  const unknowable = (place: string) =>
    `"description" is given a value here, so it is no constant @ subject.ts:${place}`
  folds([
    {
      title: 'in the constructor',
      field,
      members: `description = 'a'; constructor() { this.description = 'b' }`,
      unknowable: unknowable('4:38'),
    },
    {
      title: 'without being declared',
      field,
      members: `constructor() { this.description = 'b' }`,
      unknowable: unknowable('4:19'),
    },
    {
      title: 'by Object.assign',
      field,
      members: `description = 'a'; constructor() { Object.assign(this, { description: 'b' }) }`,
      unknowable: unknowable('4:52'),
    },
    {
      title: 'under a computed name',
      field,
      members: `description = 'a'; constructor(key?: string) { this[key] = 'b' }`,
      unknowable: unknowable('4:50'),
    },
    {
      title: 'under another name',
      field,
      members: `description = 'a'; constructor() { const self = this; self.description = 'b' }`,
      unknowable: unknowable('4:57'),
    },
    {
      title: 'from outside',
      field,
      source: `export class Subject implements Module { static description = 'a'; execute() {} }\nSubject.description = 'b'`,
      unknowable: '"description" is given a value here, so it is no constant @ subject.ts:3:1',
    },
    {
      title: 'in a static block',
      field,
      members: `static description = 'a'; static { this.description = 'b' }`,
      unknowable: unknowable('4:38'),
    },
    {
      title: 'in a subclass',
      field,
      source: `class Base implements Module { description = 'a'; execute() {} }\nexport class Subject extends Base { constructor() { super(); this.description = 'b' } }`,
      unknowable: '"description" is given a value here, so it is no constant @ subject.ts:3:62',
    },
    {
      title: 'not by reading them',
      field,
      members: `description = 'a'; name = this.description + 'b'`,
      value: 'a',
    },
    {
      title: 'not those of another class',
      field,
      members: `description = 'a'; other = class { constructor() { this.description = 'b' } }`,
      value: 'a',
    },
    {
      title: 'not by handing them out',
      field: 'tags',
      members: `tags = ['a']; run() { f(this.tags) }`,
      value: ['a'],
    },
    {
      title: 'a list that grows',
      field: 'tags',
      before: `const all = ['a']`,
      members: `tags = all; constructor() { this.tags.push('b') }`,
      unknowable: '"tags" is given a value here, so it is no constant @ subject.ts:4:31',
    },
  ])
})

describe('this and Class', () => {
  folds([
    { title: 'a property before', field, members: `name = 'a'; description = this.name + '!'`, value: 'a!' },
    {
      title: 'a property behind',
      field,
      members: `description = this.name + '!'; name = 'a'`,
      unknowable: '"name" has no value yet @ subject.ts:4:17',
    },
    {
      title: 'a getter sees all',
      field,
      members: `get description() { return this.name + '!' }; name = 'a'`,
      value: 'a!',
    },
    {
      title: 'a static property',
      field,
      members: `static UNIT = 'ms'; description = \`in \${Subject.UNIT}\``,
      value: 'in ms',
    },
    {
      title: 'a static property by this',
      field,
      members: `static UNIT = 'ms'; static description = \`in \${this.UNIT}\``,
      value: 'in ms',
    },
    {
      title: 'a static property of a base class',
      field,
      files: { 'lib/base.ts': `export class Base { static UNIT = 'ms' }` },
      before: `import { Base } from '../lib/base'`,
      members: `description = Base.UNIT`,
      value: 'ms',
    },
    {
      title: 'an inherited property',
      field,
      source: `abstract class Base implements Module { name = 'a'; abstract execute(): void }\nexport class Subject extends Base { description = this.name; execute() {} }`,
      value: 'a',
    },
    {
      title: 'a name in several classes',
      field,
      source: `abstract class Base implements Module { name = 'a'; description = this.name; abstract execute(): void }\nexport class Subject extends Base { name = 'b'; execute() {} }`,
      unknowable: '"name" is written in several classes @ subject.ts:2:67',
    },
    {
      title: 'a member that is not there yet',
      field,
      source: `abstract class Base implements Module { abstract name: string; description = this.name; abstract execute(): void }\nexport class Subject extends Base { name = 'b'; execute() {} }`,
      unknowable: '"name" has no value yet @ subject.ts:2:78',
    },
    {
      title: 'a member that changes',
      field,
      members: `name = 'a'; description = this.name; rename() { this.name = 'b' }`,
      unknowable: '"name" is changed here, so it is no constant @ subject.ts:4:51',
    },
    {
      title: 'a private member',
      field,
      members: `#name = 'a'; description = this.#name`,
      unknowable: 'a private member has no constant value @ subject.ts:4:30',
    },
    {
      title: 'this of a constant',
      before: 'const a = { b: 1, get c() { return this.b } }',
      of: 'a',
      unknowable: '`this` is known at run time only @ subject.ts:2:36',
    },
  ])
})

describe('base classes', () => {
  folds([
    {
      title: 'in another file',
      field,
      files: {
        'lib/base.ts': `import { WORD } from './word'\nexport abstract class Base { description = WORD }`,
        'lib/word.ts': `export const WORD = 'w'`,
      },
      source: `import { Base } from '../lib/base'\nexport class Subject extends Base implements Module { execute() {} }`,
      value: 'w',
    },
    {
      title: 'a property without a value that may hide one',
      field,
      source: `class Base implements Module { description?: string = 'a'; execute() {} }\nexport class Subject extends Base { description?: string }`,
      unknowable:
        'it depends on the compiler whether "description" hides the value of the base class @ subject.ts:3:37',
    },
    {
      title: 'an abstract member hides nothing',
      field,
      source: `class Base { description = 'a' }\nabstract class Middle extends Base { abstract description: string }\nexport class Subject extends Middle implements Module { execute() {} }`,
      value: 'a',
    },
  ])
})

describe('module objects', () => {
  folds([
    {
      title: 'properties',
      field,
      source: `const unit = 'ms'\nexport const subject: Module = { description: \`in \${unit}\`, execute() {} }`,
      value: 'in ms',
    },
    {
      title: 'a getter',
      field,
      source: `export const subject: Module = { get description() { return 'a' }, execute() {} }`,
      value: 'a',
    },
    {
      title: 'a spread',
      field,
      source: `const base = { description: 'a', execute() {} }\nexport const subject: Module = { ...base }`,
      value: 'a',
    },
    {
      title: 'satisfies, frozen',
      field,
      source: `export const subject = Object.freeze({ description: 'a', execute() {} }) satisfies Module`,
      value: 'a',
    },
    {
      title: 'a factory',
      field,
      source: `import { defineModule } from 'unplugin-module-registry/runtime'\nexport default defineModule({ description: 'a', execute() {} })`,
      value: 'a',
    },
    {
      title: 'a factory with new',
      field,
      source: `import { FunctionModule } from 'apcore-js'\nconst text = 'a'\nexport const subject = new FunctionModule({ description: text, execute() {} })`,
      value: 'a',
    },
    {
      title: 'a factory that gets a constant',
      field,
      source: `import { defineModule } from 'unplugin-module-registry/runtime'\nconst it = { description: 'a', execute() {} }\nexport default defineModule(it)`,
      value: 'a',
    },
    {
      title: 'a field that is computed',
      field,
      source: `export const subject: Module = { description: f(), execute() {} }`,
      unknowable: 'the function call `f()` is not run @ subject.ts:2:47',
    },
    {
      title: 'a call that nobody knows',
      field,
      source: `export const subject: Module = wrap({ description: 'a', execute() {} })`,
      unknowable: 'the function call `wrap()` is not run @ subject.ts:2:32',
    },
    {
      title: 'a spread that nobody knows',
      field,
      source: `export const subject: Module = { description: 'a', ...rest() }`,
      unknowable: 'the function call `rest()` is not run @ subject.ts:2:55',
    },
    {
      title: 'an object that is changed',
      field,
      source: `export const subject: Module = { description: 'a', execute() {} }\nsubject.description = 'b'`,
      unknowable: '"subject" is changed here, so it is no constant @ subject.ts:3:1',
    },
    {
      title: 'an object that is handed out',
      field,
      source: `export const subject: Module = { description: 'a', execute() {} }\nuse(subject)`,
      value: 'a',
    },
  ])
})

describe('doc comments', () => {
  const comment = (text: string, members = '') =>
    `${text}\nexport class Subject implements Module { ${members} execute() {} }`
  folds([
    {
      title: 'the text without tags',
      field,
      source: comment(
        '/**\n * Finds a user.\n * Matches `name` or "e-mail".\n *\n * @example find(1)\n * @memberof Tools\n */',
      ),
      value: 'Finds a user.\nMatches `name` or "e-mail".',
    },
    {
      title: 'on one line',
      field,
      source: comment('/** Finds a {@link User}, or {@link https://x.y the rest}. */'),
      value: 'Finds a User, or the rest.',
    },
    {
      title: 'explicit text wins',
      field,
      source: comment('/** A comment. */', `description = 'Explicit';`),
      value: 'Explicit',
    },
    {
      title: 'nothing stands in for what cannot be read',
      field,
      source: comment('/** A comment. */', 'description = f();'),
      unknowable: 'the function call `f()` is not run @ subject.ts:3:56',
    },
    { title: 'only tags', field, source: comment('/** @internal */'), value: undefined },
    { title: 'a line comment', field, source: comment('// note'), value: undefined },
    { title: 'a blank line does not matter', field, source: comment('/** Text. */\n'), value: 'Text.' },
    {
      title: 'the nearest of several',
      field,
      source: comment('/** Another. */\n/** Text. */'),
      value: 'Text.',
    },
    {
      title: 'code may hold an @',
      field,
      source: comment('/**\n * Text.\n * ```ts\n * @tag\n * ```\n */'),
      value: 'Text.\n```ts\n@tag\n```',
    },
    {
      title: 'the comment says where it is from',
      field: 'descriptionFrom',
      source: comment('/** Text. */'),
      value: 'comment',
    },
    {
      title: 'and a written text does not',
      field: 'descriptionFrom',
      source: comment('/** Text. */', `description = 'a';`),
      value: undefined,
    },
    {
      title: 'of an object',
      field,
      source: '/** Text. */\nexport const subject: Module = { execute() {} }',
      value: 'Text.',
    },
    {
      title: 'inherited text wins',
      field,
      source: `class Base implements Module { description = 'base'; execute() {} }\n/** Text. */\nexport class Subject extends Base {}`,
      value: 'base',
    },
  ])
})

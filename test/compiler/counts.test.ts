import { beforeEach, describe, expect, it, vi } from 'vitest'
import { scanDirectory } from '../../src/index.ts'
import { type MemoryFiles, memoryHost } from '../support/memory-host.ts'
import { compileOn, IMPORT_MODULE, moduleFile } from '../support/project.ts'

const HELPER = 'export function help(a: number) { return a + 1 }\n'

/** A workspace: some module files, as many helpers, and sources outside of the root that nobody needs. */
function workspace(modules: number): MemoryFiles {
  const files: Record<string, string> = {
    'tsconfig.json': '{ "include": ["src", "extensions"] }',
    'package.json': '{ "name": "app" }',
  }
  for (let i = 0; i < modules; i++) {
    files[`extensions/f${i % 7}/m${i}.ts`] = moduleFile(`M${i}`)
    files[`extensions/f${i % 7}/help${i}.ts`] = HELPER
    files[`src/app${i}.ts`] = moduleFile(`App${i}`)
  }
  return files
}

const { parsed, asked } = vi.hoisted(() => ({ parsed: [] as string[], asked: new Set<string>() }))

/* Every text that is parsed, with or without the compiler, goes through this function: it is written down. */
vi.mock('../../src/compiler/parse/file-facts.ts', async (original) => {
  const facts = await original<typeof import('../../src/compiler/parse/file-facts.ts')>()
  return {
    ...facts,
    parseFile: (...parameters: Parameters<typeof facts.parseFile>) => {
      parsed.push(parameters[0])
      return facts.parseFile(...parameters)
    },
  }
})

/* The only file that loads the compiler: what it is asked for is written down. */
vi.mock('../../src/compiler/parse/syntax.ts', async (original) => {
  const syntax = await original<typeof import('../../src/compiler/parse/syntax.ts')>()
  return {
    ...syntax,
    loadCompiler: () =>
      new Proxy(syntax.loadCompiler(), {
        get(compiler, name) {
          asked.add(String(name))
          return Reflect.get(compiler, name)
        },
      }),
  }
})

/** What creates a type checker, or leads to one. */
const expensive = ['createProgram', 'createLanguageService', 'createTypeChecker', 'createWatchProgram']

beforeEach(() => {
  parsed.length = 0
  asked.clear()
})

const once = (paths: readonly string[]) => expect(paths.length).toBe(new Set(paths).size)

describe('a scan of a large tree', () => {
  it('reads every file below the root once, and no other, and parses those with a class only', async () => {
    // Only the compiler can tell what this one holds.
    const odd = `${moduleFile('M59')}\nexport namespace Odd { export class Inner {} }\n`
    const host = memoryHost({ ...workspace(60), 'extensions/f3/m59.ts': odd })
    const compilation = await compileOn(host)
    expect(compilation.snapshot.catalog.size).toBe(60)
    once(host.reads)
    expect(host.reads.filter((path) => !path.startsWith('/project/extensions/'))).toEqual([])
    expect(host.reads).toHaveLength(120)
    once(parsed)
    expect(parsed.filter((path) => path.includes('help'))).toEqual([])
    expect(parsed).toHaveLength(60)
    expect(expensive.filter((name) => asked.has(name))).toEqual([])
    expect(asked).toContain('isClassDeclaration')
  })

  it('lists every folder below the root once', async () => {
    const host = memoryHost(workspace(14))
    await compileOn(host, { extensions: ['extensions'] })
    const inRoot = host.lists.filter((path) => path.startsWith('/project/extensions'))
    once(inRoot)
    expect(inRoot).toHaveLength(8)
    expect(host.lists.filter((path) => !path.startsWith('/project/extensions'))).toEqual(['/project'])
  })

  it('does the same for scanDirectory', async () => {
    const host = memoryHost(workspace(14))
    await scanDirectory('extensions', { root: host.root }, host)
    once(host.reads)
    once(parsed)
    expect(parsed).toHaveLength(14)
  })

  it('grows with the tree, and not faster', async () => {
    const counts = async (modules: number) => {
      const host = memoryHost(workspace(modules))
      parsed.length = 0
      await compileOn(host)
      return [host.reads.length, parsed.length]
    }
    expect(await counts(100)).toEqual((await counts(50)).map((count) => count * 2))
  })
})

describe('heritage in other files', () => {
  const files: MemoryFiles = {
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
    'lib/index.ts': "export * from './base'\nexport * from './other'",
    'lib/base.ts': `${IMPORT_MODULE}export abstract class Base implements Module { abstract execute(): void }`,
    'lib/other.ts': 'export class Other {}',
    'lib/unneeded.ts': 'export class Unneeded {}',
    'extensions/a.ts': "import { Base } from '@lib/index'\nexport class A extends Base { execute() {} }",
    'extensions/b.ts':
      "import { Base } from '@lib/index'\nimport { x } from '@lib/unneeded'\nexport class B extends Base { execute() {} }",
    'extensions/c.ts': "import { A } from './a'\nexport class C extends A {}",
    'extensions/d.ts': moduleFile('D'),
  }

  it('is read once for all, and only where it is needed', async () => {
    const host = memoryHost(files)
    const compilation = await compileOn(host)
    expect(compilation.snapshot.catalog.size).toBe(4)
    once(host.reads.filter((path) => path.endsWith('.ts')))
    once(parsed)
    const outside = host.reads.filter((path) => !path.startsWith('/project/extensions/'))
    expect(new Set(outside)).toEqual(
      new Set(['/project/tsconfig.json', '/project/lib/index.ts', '/project/lib/base.ts']),
    )
    expect(expensive.filter((name) => asked.has(name))).toEqual([])
    expect(asked).toContain('isClassDeclaration')
  })

  it('is among the inputs, with the tsconfig', async () => {
    const { inputs } = await compileOn(memoryHost(files))
    expect(inputs.files).toEqual([
      'extensions/a.ts',
      'extensions/b.ts',
      'extensions/c.ts',
      'extensions/d.ts',
      'lib/base.ts',
      'lib/index.ts',
      'tsconfig.json',
    ])
    expect(inputs.folders).toEqual(['extensions'])
  })

  it('is not read for the sake of a type annotation, or for a class that says it itself', async () => {
    const host = memoryHost({
      'lib/types.ts': 'export interface Options { a: 1 }',
      'extensions/a.ts': `${IMPORT_MODULE}import type { Options } from '../lib/types'\nexport class A implements Module { execute(o: Options) {} }\nexport const options: Options = { a: 1 }`,
    })
    await compileOn(host)
    expect(host.reads).toEqual(['/project/extensions/a.ts'])
  })
})

describe('text that cannot hold a module', () => {
  it('is not parsed, even when it is broken', async () => {
    const host = memoryHost({
      'extensions/a.ts': 'export const x = [',
      'extensions/b.ts': 'export class Plain {}',
      'extensions/c.ts': "import { z } from 'zod'\nexport const schema = z.object({})",
    })
    const compilation = await compileOn(host)
    expect(compilation.diagnostics).toEqual([])
    expect(parsed).toEqual([])
    expect(asked.size).toBe(0)
  })

  it('is not looked for where there is no root', async () => {
    const host = memoryHost(workspace(3))
    await compileOn(host, { extensions: false, dts: false })
    expect(host.reads).toEqual([])
    expect(asked.size).toBe(0)
  })
})

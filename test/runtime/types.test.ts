import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const projects = join(root, 'test/types/runtime')

const compilers = {
  'TypeScript 5.9': 'typescript-5.9',
  'TypeScript 6': 'typescript',
  'TypeScript 7': 'typescript-7',
}

/** Type checks a project, and gives what the compiler prints: nothing when all is well. */
function check(compiler: string, project: string, ...flags: string[]): string {
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, '-p', project, '--pretty', 'false', ...flags],
    {
      encoding: 'utf8',
    },
  )
  return stdout + stderr
}

describe.each(Object.entries(compilers))('%s', { timeout: 120_000 }, (_, compiler) => {
  it('accepts any ID before anything is generated', () => {
    expect(check(compiler, join(projects, 'empty'))).toBe('')
  })

  it('knows each module once its type is listed', () => {
    expect(check(compiler, join(projects, 'filled'))).toBe('')
  })

  it('types a registry that is filled by hand', () => {
    expect(check(compiler, join(projects, 'by-hand'))).toBe('')
  })
})

describe('many IDs', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'many-ids-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Counts the type instantiations of an application that uses 200 of its modules by ID. */
  function instantiations(count: number): number {
    const project = join(folder, String(count))
    mkdirSync(project)
    const numbers = Array.from({ length: count }, (_, n) => n)
    const used = numbers.filter((n) => n % (count / 100) === 0)
    const files = {
      'tsconfig.json': JSON.stringify({
        extends: join(projects, 'tsconfig.base.json'),
        files: ['main.ts', 'generated.d.ts', join(root, 'src/client.d.ts')],
      }),
      'modules.ts': numbers
        .map((n) => `export class M${n} { execute(inputs: { n${n}: number }) { return inputs.n${n} } }`)
        .join('\n'),
      'generated.d.ts': [
        "import 'virtual:module-registry'",
        "declare module 'virtual:module-registry' {",
        '  interface ModuleMap {',
        ...numbers.map((n) => `    'group${n % 50}.module_${n}': import('./modules.js').M${n}`),
        '  }',
        '}',
      ].join('\n'),
      'main.ts': [
        "import { type ModuleId, registry } from 'virtual:module-registry'",
        'export function run<K extends ModuleId>(id: K) { return registry.get(id) }',
        ...used.flatMap((n) => [
          `void registry.get('group${n % 50}.module_${n}').then((module) => module.execute({ n${n}: 1 }).toFixed())`,
          `void registry.call('group${n % 50}.module_${n}', { n${n}: 1 }).then((result) => result.toFixed())`,
        ]),
        `void run('group1.module_1').then((module) => module.execute({ n1: 1 }))`,
      ].join('\n'),
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text)
    const report = check('typescript-7', project, '--extendedDiagnostics')
    expect(report).not.toContain('error TS')
    return Number(/Instantiations:\s+(\d+)/.exec(report)?.[1])
  }

  it('cost in proportion to their number at most', () => {
    const [few, many] = [instantiations(1000), instantiations(5000)]
    expect(few).toBeGreaterThan(0)
    expect(many / few).toBeLessThanOrEqual(6)
  }, 120_000)
})

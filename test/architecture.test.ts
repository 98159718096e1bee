import { readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, importsOf } from './support/imports.ts'

const src = resolve(import.meta.dirname, '../src')

/** What a folder of `src/` may import besides itself: other folders, or single files of them. */
const mayImport: Record<string, readonly string[]> = {
  util: [],
  diagnostics: ['util'],
  identity: ['catalog', 'diagnostics/error.ts', 'util'],
  catalog: ['identity', 'diagnostics/error.ts', 'util'],
  kernel: ['identity', 'catalog', 'diagnostics', 'util'],
  runtime: ['kernel', 'identity', 'catalog', 'diagnostics/error.ts', 'util'],
  tools: ['diagnostics/error.ts', 'util'],
  'child-process': [],
  mcp: ['child-process', 'runtime', 'tools', 'identity', 'catalog', 'diagnostics/error.ts', 'util'],
  process: ['child-process', 'runtime', 'kernel', 'catalog', 'diagnostics/error.ts', 'util'],
  compiler: ['kernel', 'tools', 'identity', 'catalog', 'diagnostics', 'util'],
  explain: ['compiler', 'inspector/state.ts', 'kernel', 'identity', 'catalog', 'diagnostics', 'util'],
  cli: [
    'bundler',
    'compiler',
    'explain',
    'mcp',
    'runtime',
    'kernel',
    'catalog',
    'identity',
    'diagnostics',
    'util',
  ],
  inspector: ['explain', 'compiler', 'kernel', 'catalog', 'diagnostics', 'util'],
  bundler: ['inspector', 'compiler', 'kernel', 'identity', 'catalog', 'diagnostics', 'util'],
}

/** Folders whose code runs anywhere: no package, no Node built-in. */
const neutral = ['util', 'identity', 'catalog', 'kernel', 'runtime', 'tools']

const graph = new Map(
  [...filesBelow(src, '.ts'), ...filesBelow(src, '.tsx')].map((file) => {
    const targets = importsOf(file).map((entry) => ({
      ...entry,
      local: entry.specifier.startsWith('.') ? name(resolve(dirname(file), entry.specifier)) : undefined,
    }))
    return [name(file), targets] as const
  }),
)

/** `compiler/parse/syntax.ts`, with slashes on every system. */
function name(file: string): string {
  return relative(src, file).split(sep).join('/')
}

/** The folder of a file in `src/`; undefined for an entry point. */
function folder(file: string): string | undefined {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined
}

function allowed(from: string, to: string): boolean {
  if (from === folder(to)) return true
  return (mayImport[from] ?? []).some((entry) => entry === to || entry === folder(to))
}

describe('the map of src/', () => {
  it('has a rule for every folder', () => {
    const folders = new Set([...graph.keys()].map(folder).filter((entry) => entry !== undefined))
    expect(folders.size).toBeGreaterThan(0)
    expect([...folders].filter((entry) => !(entry in mayImport))).toEqual([])
  })

  it('has a file for every relative import', () => {
    const missing = [...graph].flatMap(([file, imports]) =>
      imports
        .filter((entry) => entry.local !== undefined && !graph.has(entry.local))
        .map((entry) => `${file} -> ${entry.specifier}`),
    )
    expect(missing).toEqual([])
  })

  it('lets imports run in one direction, and nothing import an entry point', () => {
    const broken = [...graph].flatMap(([file, imports]) => {
      const from = folder(file)
      if (from === undefined) return []
      return imports
        .filter((entry) => entry.local !== undefined && !allowed(from, entry.local))
        .map((entry) => `${file} -> ${entry.local}`)
    })
    expect(broken).toEqual([])
  })

  it('keeps the page of the inspector apart: it shares the shape of its data with the rest, and nothing else', () => {
    const isOfPage = (file: string): boolean => file.startsWith('inspector/page/')
    const broken = [...graph].flatMap(([file, imports]) =>
      imports
        .filter(({ local }) => local !== undefined && isOfPage(file) !== isOfPage(local))
        .filter(({ local }) => local !== 'inspector/state.ts' || !isOfPage(file))
        .map(({ local }) => `${file} -> ${local}`),
    )
    expect(broken).toEqual([])
  })

  it('has no cycle of files', () => {
    expect(findCycle()).toEqual([])
  })

  it('keeps packages and Node built-ins out of what runs anywhere', () => {
    const broken = [...graph].flatMap(([file, imports]) =>
      neutral.includes(folder(file) ?? '') || file === 'runtime.ts' || file === 'kernel.ts'
        ? imports.filter((entry) => entry.local === undefined).map((entry) => `${file} -> ${entry.specifier}`)
        : [],
    )
    expect(broken).toEqual([])
  })

  it('names ts-morph and TypeScript where they are loaded only, but for their types', () => {
    const loaders = [...graph.keys()].filter((file) =>
      readFileSync(resolve(src, file), 'utf8')
        .split('\n')
        .some((line) => compilerPackage.test(line) && !/^import type\b/.test(line)),
    )
    expect(loaders).toEqual(['compiler/parse/syntax.ts', 'compiler/schemas/from-types/generator.ts'])
  })
})

/** A quoted name: the package may be loaded by way of `createRequire`, which no list of imports shows. */
const compilerPackage = /(['"])(ts-morph|@ts-morph\/common|typescript)(\/[^'"]*)?\1/

/** The first cycle met, as the files on it, the first one repeated at the end; empty when there is none. */
function findCycle(): string[] {
  const done = new Set<string>()
  const walk = (file: string, path: string[]): string[] => {
    const start = path.indexOf(file)
    if (start >= 0) return [...path.slice(start), file]
    if (done.has(file)) return []
    for (const { local } of graph.get(file) ?? []) {
      const cycle = local === undefined ? [] : walk(local, [...path, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const cycle = walk(file, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

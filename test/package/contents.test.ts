import { readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { describe, expect, inject, it } from 'vitest'
import { filesBelow, importsOf } from '../support/imports.ts'

const { folder, tarball } = inject('packed')

const files = filesBelow(folder, '').map((file) => relative(folder, file).split(sep).join('/'))
const declarations = files.filter((file) => file.endsWith('.d.ts'))

/** In bytes, unpacked. */
function sizeOf(some: readonly string[]): number {
  return some.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
}

interface Manifest {
  exports: Record<string, { types: string; default?: string } | string>
  [field: string]: unknown
}

const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

describe('the packed package', () => {
  it('holds the build and nothing else', () => {
    expect(files.filter((file) => !/^dist\/[\w-]+\.(js|d\.ts)$/.test(file))).toEqual([
      'LICENSE',
      'README.md',
      'dist/cli-schema.json',
      'dist/inspector/index.html',
      'dist/inspector/inspector.css',
      'dist/inspector/inspector.js',
      'package.json',
    ])
  })

  it('stays below 950 kB unpacked, and the page of the inspector, which no build reads, below 150 kB', () => {
    const isOfPage = (file: string): boolean => file.startsWith('dist/inspector/')
    expect(sizeOf(files.filter((file) => !isOfPage(file)))).toBeLessThan(950_000)
    expect(sizeOf(files.filter(isOfPage))).toBeLessThan(150_000)
  })

  it('holds a page that is complete in its own files, and has nothing inline', () => {
    const html = readFileSync(join(folder, 'dist/inspector/index.html'), 'utf8')
    const links = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link)
    expect(links.filter((link) => !link?.startsWith('data:'))).toEqual(['./inspector.js', './inspector.css'])
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)/)
    expect(readFileSync(join(folder, 'dist/inspector/inspector.css'), 'utf8')).not.toMatch(/@import|url\(/)
  })

  it('names no source map, as it holds none', () => {
    const mapped = files.filter((file) => /^\/\/# source/m.test(readFileSync(join(folder, file), 'utf8')))
    expect(mapped).toEqual([])
  })

  it('gives publint nothing to find', async () => {
    const archive = readFileSync(tarball)
    const { messages } = await publint({
      level: 'suggestion',
      strict: true,
      pack: { tarball: new Uint8Array(archive).buffer },
    })
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([])
  })

  it('resolves to the right types wherever ES modules can be imported', async () => {
    const packed = createPackageFromTarballData(new Uint8Array(readFileSync(tarball)))
    const result = await checkPackage(packed)
    if (!result.types) throw new Error('The package has no types.')
    expect(Object.keys(result.entrypoints)).toEqual(Object.keys(manifest.exports))
    // The package is ES modules only: what cannot import those does not count.
    const counted = result.problems.filter(
      (problem) => !('resolutionKind' in problem) || !/^node(10|16-cjs)$/.test(problem.resolutionKind),
    )
    expect(counted).toEqual([])
  })
})

/** The bundlers, whose own types a user of them has. Those of Farm and Bun stay out. */
const bundlers = /^(vite|rollup|rolldown|esbuild|webpack|@rspack\/core)$/

/** Entries that run in Node alone, whose users have its types. */
const forNode = ['dist/process.d.ts', 'dist/mcp.d.ts']

/** Own files, the package by its own name, and the modules that it generates. */
const ours = /^(\.\/|unplugin-module-registry\/|virtual:module-registry)/

describe('the declarations', () => {
  it('exist for every entry', () => {
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry.types.replace('./', '')],
    )
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.filter((entry) => !declarations.includes(entry))).toEqual([])
  })

  it('name no package but the bundlers, so that no other types have to be installed', () => {
    const foreign = declarations.flatMap((file) =>
      importsOf(join(folder, file))
        .filter(({ specifier }) => !ours.test(specifier) && !bundlers.test(specifier))
        .filter(({ specifier }) => !(forNode.includes(file) && specifier.startsWith('node:')))
        .map(({ specifier }) => `${file} -> ${specifier}`),
    )
    expect(foreign).toEqual([])
  })

  it('refer to no types by a reference comment', () => {
    const referring = declarations.filter((file) =>
      /^\/\/\/ *<reference/m.test(readFileSync(join(folder, file), 'utf8')),
    )
    expect(referring).toEqual([])
  })
})

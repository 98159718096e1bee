import { dirname, join, resolve } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { importsOf } from '../support/imports.ts'
import { runNode } from '../support/packed/run-node.ts'

const { project, folder } = inject('packed')
const name = 'unplugin-module-registry'
const bundlers = ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack', 'farm', 'bun']

/** The files that a process has compiled after it ran some code; built-ins of Node are no files. */
function scriptsLoadedBy(code: string): string[] {
  return runNode(
    project,
    `import { Session } from 'node:inspector'
    const urls = []
    const session = new Session()
    session.connect()
    session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url))
    session.post('Debugger.enable');
    ${code};
    console.log(JSON.stringify(urls.filter((url) => url && !/^node:|\\[eval/.test(url))))`,
  ) as string[]
}

const compilers = /[\\/](ts-morph|@ts-morph|typescript[^\\/]*)[\\/]/

/** All built files that an entry reaches, and every import of them that is no built file. */
function reach(entry: string): { files: string[]; foreign: string[] } {
  const files = new Set([join(folder, 'dist', `${entry}.js`)])
  const foreign: string[] = []
  for (const file of files) {
    for (const { specifier } of importsOf(file)) {
      if (specifier.startsWith('.')) files.add(resolve(dirname(file), specifier))
      else foreign.push(specifier)
    }
  }
  return { files: [...files], foreign }
}

describe.each(['runtime', 'kernel'])('%s', (entry) => {
  it('reaches no Node built-in and no dependency', () => {
    const { files, foreign } = reach(entry)
    expect(files.length).toBeGreaterThan(0)
    expect(foreign).toEqual([])
  })

  it('loads nothing outside the package', () => {
    const loaded = scriptsLoadedBy(`await import('${name}/${entry}')`)
    expect(loaded.some((url) => url.endsWith(`/${name}/dist/${entry}.js`))).toBe(true)
    expect(loaded.filter((url) => !url.includes(`/${name}/dist/`))).toEqual([])
  })
})

describe('the parser', () => {
  it('would be noticed if it were loaded', () => {
    expect(scriptsLoadedBy("await import('ts-morph')").some((url) => compilers.test(url))).toBe(true)
    const byRequire = "(await import('node:module')).createRequire(process.cwd() + '/x.js')('ts-morph')"
    expect(scriptsLoadedBy(byRequire).some((url) => compilers.test(url))).toBe(true)
  })

  it.each(['', ...bundlers.map((bundler) => `/${bundler}`), '/runtime', '/kernel'])(
    'is not loaded by importing "%s"',
    (path) => {
      const loaded = scriptsLoadedBy(`await import('${name}${path}')`)
      expect(loaded.some((url) => url.includes(`/${name}/dist/`))).toBe(true)
      expect(loaded.filter((url) => compilers.test(url))).toEqual([])
    },
  )
})

describe('mcp', () => {
  it('loads neither the SDK nor a validator before they are needed', () => {
    const loaded = scriptsLoadedBy(`await import('${name}/mcp')`)
    expect(loaded.some((url) => url.endsWith(`/${name}/dist/mcp.js`))).toBe(true)
    expect(loaded.filter((url) => /\/node_modules\/(@modelcontextprotocol|ajv)\//.test(url))).toEqual([])
  })
})

describe('a bundler entry', () => {
  it.each(bundlers)('for %s loads no bundler', (entry) => {
    const loaded = scriptsLoadedBy(`await import('${name}/${entry}')`)
    expect(loaded.some((url) => url.endsWith(`/${name}/dist/${entry}.js`))).toBe(true)
    const packages = /\/node_modules\/(vite|rollup|rolldown|esbuild|webpack|@rspack|@farmfe|bun)\//
    expect(loaded.filter((url) => packages.test(url))).toEqual([])
  })
})

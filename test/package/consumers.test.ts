import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { createProject, linkPackages } from '../support/packed/pack.ts'

const { tarball } = inject('packed')

const compilers = {
  'TypeScript 5.9': 'typescript-5.9',
  'TypeScript 6': 'typescript',
  'TypeScript 7': 'typescript-7',
}

/** The `module` that goes with a `moduleResolution`. */
const moduleOf = { node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' }

const everyEntry = `
/// <reference types="unplugin-module-registry/client" />
import * as frontDoor from 'unplugin-module-registry'
import bunPlugin from 'unplugin-module-registry/bun'
import esbuildPlugin from 'unplugin-module-registry/esbuild'
import * as kernel from 'unplugin-module-registry/kernel'
import * as runtime from 'unplugin-module-registry/runtime'
import vitePlugin from 'unplugin-module-registry/vite'
import * as generated from 'virtual:module-registry'
import { defineConfig } from 'vite'
import type { BuildOptions } from 'esbuild'

export default defineConfig({ plugins: [vitePlugin()] })
export const options: BuildOptions = { plugins: [esbuildPlugin({ root: '.' })] }
export const all: object[] = [frontDoor, kernel, runtime, generated, bunPlugin()]
`

/** What only `nodenext` allows: `require()` of an ES module, here of a bundler entry as the function itself. */
const script = `
import esbuildPlugin = require('unplugin-module-registry/esbuild')
import vitePlugin = require('unplugin-module-registry/vite')
export = { vite: vitePlugin(), esbuild: esbuildPlugin({ root: '.' }) }
`

/** A project of a user, with the package and whatever else it has installed. */
interface Consumer {
  files: Record<string, string>
  /** Packages beside ours. */
  installed: readonly string[]
  compilerOptions: Record<string, unknown>
}

/** Type checks a consumer's project, and gives the compiler's messages: none when all is well. */
function check(compiler: string, { files, installed, compilerOptions }: Consumer): string[] {
  const project = createProject(mkdtempSync(join(dirname(tarball), 'consumer-')), tarball)
  linkPackages(project, installed)
  const fixed = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2022' }
  const config = { compilerOptions: { ...fixed, ...compilerOptions }, files: Object.keys(files) }
  const texts = { ...files, 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify(config) }
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(project, file), text)
  const tsc = resolve(import.meta.dirname, '../../node_modules', compiler, 'bin/tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  })
  const messages = (stdout + stderr).split(/\n(?! )/).filter((message) => message !== '')
  if (status !== 0 && messages.length === 0) throw new Error(`tsc ended with ${status} and said nothing.`)
  return messages
}

const bundlerTypes = ['vite', 'esbuild', '@types/node']

describe.each(Object.entries(compilers))('%s', (_, compiler) => {
  it.each(Object.entries(moduleOf))('accepts every entry with moduleResolution %s', (mode, module) => {
    const files =
      mode === 'nodenext' ? { 'main.ts': everyEntry, 'main.cts': script } : { 'main.ts': everyEntry }
    const compilerOptions = { module, moduleResolution: mode, types: ['node'] }
    expect(check(compiler, { files, installed: bundlerTypes, compilerOptions })).toEqual([])
  })

  it('accepts the runtime and the kernel with nothing else installed', () => {
    const text = `
      import * as kernel from 'unplugin-module-registry/kernel'
      import * as runtime from 'unplugin-module-registry/runtime'
      export const all: object[] = [kernel, runtime]`
    const compilerOptions = { module: 'esnext', moduleResolution: 'bundler', types: [] }
    expect(check(compiler, { files: { 'main.ts': text }, installed: [], compilerOptions })).toEqual([])
  })
})

/** What each bundler's plugin is called in its own types, and what else these types need to be installed. */
const pluginTypes = [
  ['vite', 'vite', 'Plugin', []],
  ['rollup', 'rollup', 'Plugin', ['@types/estree']],
  ['rolldown', 'rolldown', 'Plugin', []],
  ['esbuild', 'esbuild', 'Plugin', []],
  ['webpack', 'webpack', 'WebpackPluginInstance', []],
  ['rspack', '@rspack/core', 'RspackPluginInstance', []],
] as const

describe('a bundler entry', () => {
  it.each(pluginTypes)('for %s asks for the types of %s and no other', (entry, bundler, type, more) => {
    const text = `
      import plugin from 'unplugin-module-registry/${entry}'
      const made: import('${bundler}').${type}[] = [plugin({ root: '.' })]
      export default made`
    const installed = [bundler, '@types/node', ...more]
    const compilerOptions = { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] }
    expect(check('typescript-7', { files: { 'main.ts': text }, installed, compilerOptions })).toEqual([])
  })
})

describe('a bundler entry without types of its bundler', () => {
  it('is a plugin in the eyes of Farm, whose own types do not stand a check of libraries', () => {
    const text = `
      import plugin from 'unplugin-module-registry/farm'
      import type { JsPlugin } from '@farmfe/core'
      export const made: JsPlugin[] = [plugin({ root: '.' })]`
    const compilerOptions = { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] }
    const consumer = { files: { 'main.ts': text }, installed: ['@farmfe/core', '@types/node'] }
    expect(
      check('typescript', { ...consumer, compilerOptions: { ...compilerOptions, skipLibCheck: true } }),
    ).toEqual([])
  })

  it.each(['farm', 'bun'])('asks for no types but those of Node, for %s', (entry) => {
    const text = `
      import plugin from 'unplugin-module-registry/${entry}'
      export default plugin({ root: '.' }).name`
    const compilerOptions = { module: 'nodenext', moduleResolution: 'nodenext', types: [] }
    expect(check('typescript-7', { files: { 'main.ts': text }, installed: [], compilerOptions })).toEqual([])
  })
})

describe('moduleResolution node10', () => {
  it('finds no entry, since it reads no "exports"; TypeScript 7 has dropped it', () => {
    const consumer = {
      files: {
        'main.ts': "import * as runtime from 'unplugin-module-registry/runtime'\nexport { runtime }\n",
      },
      installed: [],
      compilerOptions: { module: 'esnext', moduleResolution: 'node10', types: [] },
    }
    expect(check('typescript-5.9', consumer)).toEqual([
      expect.stringMatching(/^main\.ts\(1,26\): error TS2307: .*'moduleResolution'/s),
    ])
  })
})

// Trees for the peers: as many files as ours, of about the same size, in each one's own style.
import { join } from 'node:path'
import { corpusFile } from '../corpus.mjs'
import { writeText } from '../workspace.mjs'

/** @typedef {'modules' | 'pages' | 'routes' | 'controllers' | 'dtos'} PeerTree */

/** @type {Record<PeerTree, (index: number, folder: string) => { path: string, text: string }>} */
const FILES = {
  modules: (index) => {
    const { path, text } = corpusFile(index, 'ids')
    return { path: `extensions/${path}`, text }
  },
  pages: (index, folder) => ({
    path: `pages/${folder}/page-${index}.vue`,
    text: [
      '<script setup lang="ts">',
      functions(index),
      `definePage({ meta: { title: 'Page ${index}' } })`,
      '</script>',
      `<template><main>page ${index}</main></template>`,
      '',
    ].join('\n'),
  }),
  routes: (index, folder) => ({
    path: `routes/${folder}/page-${index}.tsx`,
    text: [
      "import { createFileRoute } from '@tanstack/react-router'",
      `export const Route = createFileRoute('/${folder}/page-${index}')({ component: Page })`,
      `function Page() { return <main>page ${index}</main> }`,
      functions(index),
      '',
    ].join('\n'),
  }),
  controllers: (index, folder) => ({
    path: `src/${folder}/c${index}.ts`,
    text: [
      "import { Body, Controller, Get, Path, Post, Route, Tags } from 'tsoa'",
      `export interface In${index} { name: string; tags: string[]; limit?: number }`,
      `export interface Out${index} { ok: boolean; count: number; note?: string }`,
      `@Route('c${index}')`,
      `@Tags('area${index % 40}')`,
      `export class C${index}Controller extends Controller {`,
      "  @Get('{id}')",
      `  public async read${index}(@Path() id: string): Promise<Out${index}> { return { ok: true, count: id.length } }`,
      '  @Post()',
      `  public async write${index}(@Body() body: In${index}): Promise<Out${index}> {`,
      '    return { ok: true, count: body.tags.length, note: body.name }',
      '  }',
      '}',
      '',
    ].join('\n'),
  }),
  dtos: (index, folder) => ({
    path: `src/${folder}/c${index}.dto.ts`,
    text: [
      `/** A request of kind ${index}. */`,
      `export class In${index}Dto {`,
      '  /** Who asks. */',
      '  name: string',
      '  tags: string[] = []',
      `  limit?: number = ${index}`,
      '}',
      `export class Out${index}Dto {`,
      '  ok: boolean',
      '  count: number',
      '}',
      functions(index),
      '',
    ].join('\n'),
  }),
}

/** @type {Partial<Record<PeerTree, Record<string, string>>>} */
const MORE = {
  routes: {
    'routes/__root.tsx':
      "import { createRootRoute } from '@tanstack/react-router'\nexport const Route = createRootRoute({})\n",
  },
  controllers: { 'tsconfig.json': tsconfig(), 'package.json': '{ "type": "commonjs" }\n' },
  dtos: { 'tsconfig.json': tsconfig() },
}

/**
 * Writes a tree.
 *
 * @param {PeerTree} tree
 * @param {string} root
 * @param {number} count how many files
 * @returns {string} absolute path of the first file
 */
export function writePeerTree(tree, root, count) {
  for (const [path, text] of Object.entries(MORE[tree] ?? {})) writeText(join(root, path), text)
  let first = ''
  for (let index = 0; index < count; index++) {
    const folder = corpusFile(index, 'ids').path.split('/').slice(0, -1).join('/')
    const { path, text } = FILES[tree](index, folder)
    writeText(join(root, path), text)
    first ||= join(root, path)
  }
  return first
}

/** @param {number} index */
function functions(index) {
  return Array.from({ length: 7 }, (_, step) =>
    [
      `function step${step}_${index}(input: Record<string, unknown>, limit = ${step + (index % 50)}): number {`,
      '  let sum = 0',
      '  for (const key of Object.keys(input)) { if (key.length > limit) sum += key.length; else sum -= 1 }',
      '  return sum',
      '}',
    ].join('\n'),
  ).join('\n')
}

function tsconfig() {
  return `${JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      strict: false,
      skipLibCheck: true,
      types: [],
      rootDir: './src',
      outDir: './dist',
    },
    include: ['src'],
    exclude: ['src/metadata.ts'],
  })}\n`
}

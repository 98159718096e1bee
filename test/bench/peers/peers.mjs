// Tools that read a tree of sources and generate something, as the package does. None is installed with the repository.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writePeerTree } from './trees.mjs'

/** @typedef {keyof typeof PEERS} PeerName */

/**
 * What there is to know of each: what to install, the files that it reads, and how much time of its the package may take.
 */
export const PEERS = /** @type {const} */ ({
  unimport: { packages: 'unimport@latest', tree: 'modules', target: 0.7 },
  'vue-router': { packages: 'vue-router@latest vue @vue/compiler-sfc vite', tree: 'pages', target: 0.25 },
  tanstack: { packages: '@tanstack/router-generator', tree: 'routes', target: 0.25 },
  tsoa: { packages: 'tsoa@latest typescript@5.9', tree: 'controllers', target: 1 / 8 },
  nest: {
    packages: '@nestjs/swagger @nestjs/common @nestjs/core @nestjs/cli reflect-metadata rxjs typescript@5.9',
    tree: 'dtos',
    target: 1 / 15,
  },
})

/**
 * Where a peer is installed.
 *
 * @param {PeerName} name
 * @returns {string | undefined} a folder with `node_modules`; nothing when it is not there
 */
export function peerFolder(name) {
  const folder = join(process.env.BENCH_PEERS ?? '', name)
  return process.env.BENCH_PEERS !== undefined && existsSync(join(folder, 'node_modules'))
    ? folder
    : undefined
}

/**
 * How to have a peer.
 *
 * @param {PeerName} name
 */
export function howToInstall(name) {
  const { packages } = PEERS[name]
  return `npm install --prefix $BENCH_PEERS/${name} --legacy-peer-deps ${packages}, and set BENCH_PEERS`
}

/**
 * The contender that runs a peer on a tree of its own, which is made anew each time.
 *
 * @param {import('../bench.mjs').Bench} bench
 * @param {PeerName} name one that is installed
 * @param {number} n how many files
 * @returns {import('../bench.mjs').Contender} reports `cold`, its first run with its load, and `edit`, both in ms
 */
export function peerContender(bench, name, n) {
  const project = `peer-${name}-${n}`
  const root = join(bench.workspace.folder, project)
  const edited = { file: '' }
  return {
    name,
    program: 'peer.mjs',
    get input() {
      return { name, folder: peerFolder(name), root, edited: edited.file }
    },
    before() {
      bench.workspace.project(project)
      edited.file = writePeerTree(PEERS[name].tree, root, n)
    },
  }
}

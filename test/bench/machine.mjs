import { readFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'

/** Packages whose versions matter for the numbers. */
const PACKAGES = ['ts-morph', 'typescript', 'vite', 'esbuild', '@modelcontextprotocol/sdk']

/**
 * @typedef {object} Machine
 * @property {string} cpu
 * @property {number} cores
 * @property {number} memory in GB
 * @property {string} system
 * @property {string} node
 * @property {Record<string, string>} versions by package
 */

/**
 * Describes what is measured on.
 *
 * @param {string} modules the `node_modules` that are used
 * @returns {Machine}
 */
export function describeMachine(modules) {
  const all = cpus()
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${arch()}`,
    node: process.version,
    versions: Object.fromEntries(
      ['unplugin-module-registry', ...PACKAGES].map((name) => [name, versionOf(join(modules, name))]),
    ),
  }
}

/** @param {string} folder */
function versionOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

// The folder that everything is measured in: outside of the repository, with the package as users have it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
const PACKAGE = 'unplugin-module-registry'

/**
 * @typedef {object} Workspace
 * @property {string} folder absolute, without links
 * @property {string} package where the package is, with its `dist`
 * @property {(name: string) => string} project makes a project with a `package.json` and `node_modules` of its own
 * @property {() => void} remove removes all of it; can be called again
 */

/**
 * Makes the folder. The package is copied, so that a build in the meantime does no harm; all other packages are those of
 * the repository.
 *
 * @param {string} packageFolder a folder with the package's `package.json` and `dist`
 * @returns {Workspace}
 * @throws when the package is not built
 */
export function createWorkspace(packageFolder) {
  if (!existsSync(join(packageFolder, 'dist/index.js')))
    throw new Error(`There is no dist in ${packageFolder}. Run \`npm run build\` first.`)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'module-registry-bench-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const modules = join(folder, 'node_modules')
    const ours = join(modules, PACKAGE)
    mkdirSync(ours, { recursive: true })
    cpSync(join(packageFolder, 'package.json'), join(ours, 'package.json'))
    cpSync(join(packageFolder, 'dist'), join(ours, 'dist'), { recursive: true })
    linkPackages(modules)
    return { folder, package: ours, project: (name) => createProject(join(folder, name)), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** @param {string} modules */
function linkPackages(modules) {
  const installed = join(repository, 'node_modules')
  for (const name of readdirSync(installed)) {
    if (name.startsWith('.') || name === PACKAGE) continue
    symlinkSync(join(installed, name), join(modules, name), 'junction')
  }
}

/** @param {string} root */
function createProject(root) {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeText(join(root, 'package.json'), '{ "type": "module", "private": true }\n')
  return root
}

/**
 * Writes a file, and the folders that it is in.
 *
 * @param {string} file
 * @param {string} text
 */
export function writeText(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

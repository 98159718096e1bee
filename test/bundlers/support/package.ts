import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll } from 'vitest'

const repository = resolve(import.meta.dirname, '../../..')
const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  name: string
  exports: Record<string, unknown>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

/** The package made from `src/` as it is now, to be installed into projects; see {@link installPackage}. */
let built: Promise<string> | undefined

afterAll(async () => {
  if (built !== undefined) rmSync(await built, { recursive: true, force: true })
})

/** A temporary folder, with every link of its path resolved. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'bundlers-')))
}

/** Builds the package from `src/`, once for each test file. */
async function buildPackage(): Promise<string> {
  const folder = temporaryFolder()
  const entries = Object.keys(manifest.exports)
    .filter((entry) => !/client|\.json$/.test(entry))
    .map((entry) => `${entry === '.' ? 'index' : basename(entry)}.ts`)
  await build({
    entryPoints: entries.map((entry) => join(repository, 'src', entry)),
    outdir: join(folder, 'dist'),
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'neutral', target: 'es2022' },
    external: ['node:*', ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })],
    logLevel: 'silent',
  })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, scripts: {}, devDependencies: {} }),
  )
  return folder
}

/**
 * Puts the package into the `node_modules` of a folder, as a package manager would.
 *
 * @param dependencies whether to link what the plugin itself needs, for projects whose bundler runs by itself
 */
export async function installPackage(folder: string, dependencies = false): Promise<string> {
  built ??= buildPackage()
  const target = join(folder, 'node_modules', manifest.name)
  cpSync(await built, target, { recursive: true })
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  for (const name of dependencies ? names : []) link(name, join(folder, 'node_modules'))
  return target
}

function link(name: string, modules: string): void {
  const path = join(modules, name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(repository, 'node_modules', name), path, 'junction')
}

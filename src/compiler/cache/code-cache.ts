import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'
import { contentHash } from '../content-hash.ts'
import { readSealed, writeSealed } from './sealed-file.ts'

/** When the compiled code is kept, in milliseconds after it was loaded, unless the process ends earlier. */
const DELAY = 5_000

/**
 * Loads a large CommonJS file with the compiled code of an earlier process, which is several times faster. Without such
 * code, or when it does not fit, the file is compiled as usual, and its code is kept for the next process.
 *
 * @param file absolute path
 * @param folder where compiled code is kept; it need not exist
 * @returns what the file exports
 */
export function requireWithCode(file: string, folder: string): unknown {
  const require = createRequire(file)
  const known = require.cache[file]
  if (known !== undefined) return known.exports
  const source = readFileSync(file)
  const name = `${keyOf(source)}.code`
  const cachedData = readSealed(folder, name)
  const script = new Script(Module.wrap(source.toString()), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const module = new Module(file)
  module.filename = file
  require.cache[file] = module
  try {
    const run = script.runInThisContext() as (...parameters: unknown[]) => void
    run.call(module.exports, module.exports, require, module, file, dirname(file))
  } catch (error) {
    delete require.cache[file]
    throw error
  }
  module.loaded = true
  if (cachedData === undefined || script.cachedDataRejected === true) keepLater(script, folder, name)
  return module.exports
}

/** Keeps the code when the functions that are needed have been compiled, so that they are in it. */
function keepLater(script: Script, folder: string, name: string): void {
  const keep = (): void => {
    clearTimeout(timer)
    process.off('exit', keep)
    writeSealed(folder, name, script.createCachedData())
  }
  const timer = setTimeout(keep, DELAY)
  timer.unref()
  process.once('exit', keep)
}

/** Names what compiled code depends on: the text, and what has compiled it. */
function keyOf(source: Buffer): string {
  const { arch, platform, version, versions } = process
  const parts = [platform, arch, version, versions.v8, process.execArgv.join(' '), contentHash(source)]
  return contentHash(JSON.stringify(parts)).replace(/\W/g, '').slice(0, 16)
}

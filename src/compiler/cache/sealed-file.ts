import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from '../content-hash.ts'

/** How many files of one kind a folder keeps: one for each set of options and each version that is in use. */
const KEPT = 8

/** How long a file that was left half written may lie there, in milliseconds. */
const LEFT_BEHIND = 60_000

/**
 * Reads what {@link writeSealed} wrote.
 *
 * @returns nothing when there is no such file, or when it is damaged
 */
export function readSealed(folder: string, name: string): Buffer | undefined {
  try {
    const bytes = readFileSync(join(folder, name))
    const end = bytes.indexOf(10)
    const content = bytes.subarray(end + 1)
    return end > 0 && bytes.toString('latin1', 0, end) === contentHash(content) ? content : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes a file under its own checksum, whole or not at all, and forgets the oldest of its kind. A cache that cannot be
 * written is no loss, so nothing is thrown.
 *
 * @param name ends in an extension, which is its kind
 */
export function writeSealed(folder: string, name: string, content: Buffer): void {
  const temporary = join(folder, `${name}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) hideFromVersionControl(folder)
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${contentHash(content)}\n`), content]))
    renameSync(temporary, join(folder, name))
    forgetOthers(folder, name)
  } catch {
    remove(temporary)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where nothing can be written, nothing can be removed.
  }
}

/** A folder of our own says by itself that it is not to be committed. */
function hideFromVersionControl(folder: string): void {
  if (!folder.includes('node_modules')) writeFileSync(join(folder, '.gitignore'), '*\n')
}

function forgetOthers(folder: string, name: string): void {
  const kind = name.slice(name.lastIndexOf('.'))
  const aged = readdirSync(folder)
    .filter((file) => file !== name && (file.endsWith(kind) || file.endsWith('.tmp')))
    .map((file) => ({ path: join(folder, file), time: statSync(join(folder, file)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
  const finished = aged.filter(({ path }) => !path.endsWith('.tmp'))
  const halves = aged.filter(({ path, time }) => path.endsWith('.tmp') && Date.now() - time > LEFT_BEHIND)
  for (const { path } of [...finished.slice(KEPT - 1), ...halves]) remove(path)
}

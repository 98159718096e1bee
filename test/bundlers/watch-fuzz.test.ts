import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject, type Project, readTree } from './support/project.ts'
import { watchProject } from './support/watched.ts'
import { type WatchMode, watchModes } from './support/watchers.ts'

/** How many rounds each bundler gets; the suite has few, `WATCH_ROUNDS=1000` looks for what is rare. */
const rounds = Number(process.env.WATCH_ROUNDS ?? 4)
const seed = Number(process.env.WATCH_SEED ?? 1)

/** Random numbers that are the same for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const type = `import type { Module } from 'unplugin-module-registry/runtime'`

/** Texts of extension files: modules, several in one file, helpers, some that depend on others, and faults. */
const texts: readonly ((number: number) => string)[] = [
  (n) =>
    `${type}\nexport class A implements Module { static description = '${n}'; execute() { return ${n} } }\n`,
  (n) => `${type}\nexport class A implements Module { execute() { return ${n} } }\n`,
  (n) => `export const helper = ${n}\n`,
  (n) => `import { Base } from '../lib/base.ts'\nexport class D extends Base { execute() { return ${n} } }\n`,
  (n) =>
    `import { multiClass, type Module } from 'unplugin-module-registry/runtime'\n// ${n}\n@multiClass() export class A implements Module { execute() {} }\nexport class B implements Module { execute() { return ${n} } }\n`,
  () =>
    `${type}\nexport class A implements Module { execute() {} }\nexport class B implements Module { execute() {} }\n`,
  (n) => `${type}\nexport class A implements Module { execute() { return (${n} }\n`,
]

const bases: readonly string[] = [
  `${type}\nexport abstract class Base implements Module { abstract execute(): unknown }\n`,
  'export abstract class Base { abstract execute(): unknown }\n',
]

const folders = ['extensions', 'extensions/one', 'extensions/two', 'extensions/one/deep']
const names = ['a', 'b', 'c', '1st', 'a-b', 'a_b']

/** webpack does not see that an older file is where a newer one was, which is what a move may bring about. */
function touch(project: Project, path: string): void {
  const now = new Date()
  const inside = statSync(project.path(path)).isDirectory()
    ? readdirSync(project.path(path), { recursive: true, encoding: 'utf8' })
    : []
  for (const inner of ['', ...inside]) utimesSync(join(project.path(path), inner), now, now)
}

/** Makes one to three random changes at once, and says which. */
function burst(project: Project, random: (below: number) => number): string {
  const done: string[] = []
  for (let count = 1 + random(3); count > 0; count--) {
    const one = change(project, random, done.length === 0)
    done.push(one)
    // The watchers of some bundlers lose a folder that comes back before they have seen it go.
    if (one.startsWith('move folder')) break
  }
  return done.join(', ')
}

/** Makes one random change, and says which. */
function change(project: Project, random: (below: number) => number, first: boolean): string {
  const path = (): string => `${folders[random(folders.length)]}/${names[random(names.length)]}.ts`
  const existing = (): string | undefined => {
    const files = readdirSync(project.path('extensions'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(project.root.length + 1))
      .sort()
    return files[random(Math.max(files.length, 1))]
  }
  const write = (file: string): string => {
    const kind = random(8) < 6 ? random(5) : random(texts.length)
    project.write({ [file]: texts[kind]!(random(1000)) })
    return `write ${file} ${kind}`
  }
  const file = existing()
  switch (file === undefined ? 0 : random(7)) {
    case 0:
    case 1:
      return write(path())
    case 2:
    case 3:
      return write(file!)
    case 4: {
      const target = path()
      project.write({ [`${target}.tmp`]: '' })
      project.remove(`${target}.tmp`)
      renameSync(project.path(file!), project.path(target))
      touch(project, target)
      return `move ${file} ${target}`
    }
    case 5: {
      const folder = folders[1 + random(3)]!
      const target = `extensions/moved${random(2)}`
      if (existsSync(project.path(target))) project.remove(target)
      if (!first || !existsSync(project.path(folder))) return 'nothing'
      renameSync(project.path(folder), project.path(target))
      touch(project, target)
      return `move folder ${folder} ${target}`
    }
    default: {
      if (random(3) === 0) {
        project.write({ 'lib/base.ts': bases[random(2)]! })
        return 'write lib/base.ts'
      }
      project.remove(file!)
      return `remove ${file}`
    }
  }
}

/** What is different between the output of the watch mode and of a fresh build; nothing when they agree. */
async function differences(mode: WatchMode, project: Project, errors: readonly string[]): Promise<unknown> {
  rmSync(project.path('cold'), { recursive: true, force: true })
  const expected = await mode.build(project, { dts: 'cold-types.d.ts' })
  if (expected.length > 0 || errors.length > 0) {
    const [cold, warm] = [expected, errors].map((texts) => [...texts].sort().join('\n'))
    return cold === warm ? undefined : { cold, warm }
  }
  const [cold, warm] = [readTree(project.path('cold')), readTree(project.path('dist'))]
  const different = Object.keys(cold).filter((file) => cold[file] !== warm[file])
  if (project.read('cold-types.d.ts') !== project.read('types.d.ts')) different.push('types.d.ts')
  if (!existsSync(project.path('extensions/registry.gen.ts'))) different.push('registry.gen.ts')
  return different.length === 0 ? undefined : different
}

describe.concurrent.each(watchModes)('$name, watching', (mode) => {
  const limit = { timeout: 60_000 + rounds * 10_000 }
  it('always ends at what a fresh build gives', limit, async ({ onTestFinished }) => {
    const random = randomNumbers(seed)
    const project = await createProject(
      {
        'extensions/a.ts': texts[0]!(0),
        'lib/base.ts': bases[0]!,
        'main.ts': `
        import { registry } from 'virtual:module-registry'
        console.log(registry.ids())`,
      },
      { onTestFinished },
    )
    const { builds, rest } = await watchProject(mode, project, onTestFinished, {
      dts: 'types.d.ts',
      // In a folder that is watched, which may wake a watcher once, and no more.
      output: 'extensions/registry.gen.ts',
    })
    const done: string[] = []
    for (let round = 0; round < rounds; round++) {
      done.push(round === 0 ? 'start' : burst(project, random))
      let found: unknown
      // What was seen last may be older than the change: what matters is where it ends.
      for (let patience = 50; patience > 0; patience--) {
        await rest()
        found = builds.length === 0 ? 'no build' : await differences(mode, project, builds.at(-1)!)
        if (found === undefined) break
      }
      expect(found, `seed ${seed}:\n${done.join('\n')}`).toBeUndefined()
    }
  })
})

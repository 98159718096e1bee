import { renameSync } from 'node:fs'
import { describe, expect, it, type TestContext } from 'vitest'
import type { Options } from '../../src/index.ts'
import { createProject, type Files } from './support/project.ts'
import { runNode } from './support/run.ts'
import { watchProject } from './support/watched.ts'
import { watchModes } from './support/watchers.ts'

const type = `import type { Module } from 'unplugin-module-registry/runtime'`
const answer = (text: string): string =>
  `${type}\nexport class Answer implements Module { execute() { return '${text}' } }\n`

const files: Files = {
  'extensions/a.ts': answer('a'),
  'extensions/helper.ts': 'export const x = 1',
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    const calls = registry.ids().map(async (id) => [id, await registry.call(id, {})])
    Promise.all(calls).then((answers) => console.log(JSON.stringify(Object.fromEntries(answers))))`,
  'tsconfig.json': '{}',
}

const limit = { timeout: 60_000 }

describe.concurrent.each(watchModes)('$name, watching', (mode) => {
  /** Starts it; gives a function that makes a change and waits for the answers, or for problems by parts of their text. */
  async function watch(more: Files, { onTestFinished }: TestContext, options?: Options) {
    const project = await createProject({ ...files, ...more }, { onTestFinished })
    const watched = await watchProject(mode, project, onTestFinished, options)
    const answers = (): string => runNode([project.path('dist/main.mjs')]).stdout.trim()
    const step = (change: () => void, expected: object | readonly string[]): Promise<void> => {
      change()
      return watched.until((errors) => {
        if (Array.isArray(expected)) return expected.every((part) => errors.join('\n').includes(part))
        return errors.length === 0 && answers() === JSON.stringify(expected)
      })
    }
    return { ...watched, project, step }
  }

  it(
    'follows files that are added, edited, moved and deleted, and recovers from problems',
    limit,
    async (context) => {
      const { builds, project, step } = await watch({}, context)
      const steps: [change: () => void, expected: object | readonly string[]][] = [
        [() => {}, { a: 'a' }],
        [() => project.write({ 'extensions/a.ts': answer('A') }), { a: 'A' }],
        [() => project.write({ 'extensions/helper.ts': answer('h') }), { a: 'A', helper: 'h' }],
        [
          () => project.write({ 'extensions/in/deep/b.ts': answer('b') }),
          { a: 'A', helper: 'h', 'in.deep.b': 'b' },
        ],
        [() => project.write({ 'extensions/1st.ts': answer('no') }), ['INVALID_SEGMENT']],
        [
          () => project.write({ 'extensions/helper.ts': `${type}\nexport class implements Module {` }),
          ['INVALID_SEGMENT', 'PARSE_ERROR'],
        ],
        [() => project.remove('extensions/1st.ts'), ['PARSE_ERROR']],
        [
          () => project.write({ 'extensions/helper.ts': answer('H') }),
          { a: 'A', helper: 'H', 'in.deep.b': 'b' },
        ],
        [
          () => renameSync(project.path('extensions/helper.ts'), project.path('extensions/z.ts')),
          { a: 'A', 'in.deep.b': 'b', z: 'H' },
        ],
        [
          () => renameSync(project.path('extensions/in'), project.path('extensions/on')),
          { a: 'A', 'on.deep.b': 'b', z: 'H' },
        ],
        [() => project.remove('extensions/on'), { a: 'A', z: 'H' }],
        [() => renameSync(project.path('extensions'), project.path('away')), ['ROOT_NOT_FOUND']],
        [() => renameSync(project.path('away'), project.path('extensions')), { a: 'A', z: 'H' }],
        [() => project.write({ 'extensions/z.ts': answer('Z') }), { a: 'A', z: 'Z' }],
      ]
      for (const [change, expected] of steps) await step(change, expected)
      expect(builds.flat().filter((text) => text.includes('MODULE_ID_CONFLICT'))).toEqual([])
      expect(project.read('module-registry.d.ts')).toContain("'z': ")
      expect(project.read('module-registry.d.ts')).not.toContain("'helper': ")
      // Some tell of a move in two parts, and some take files that were written just before the start for new ones.
      expect(builds.length).toBeLessThan(2 * steps.length)
    },
  )

  it('starts with problems, and is not woken by what it writes itself', limit, async (context) => {
    const options = { dts: 'types/registry.d.ts', output: 'src/registry.gen.ts' }
    const { builds, project, step } = await watch({ 'extensions/1st.ts': answer('no') }, context, options)
    await step(() => {}, ['INVALID_SEGMENT'])
    await step(() => project.remove('extensions/1st.ts'), { a: 'a' })
    const before = builds.length
    await step(() => project.write({ 'extensions/b.ts': answer('b') }), { a: 'a', b: 'b' })
    expect(project.read('types/registry.d.ts')).toContain("'b': ")
    // A busy machine may tell of the end of one change with the next.
    expect(builds.length - before).toBeLessThanOrEqual(2)
  })
})

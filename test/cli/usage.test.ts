import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { cliProject } from './in-process.ts'

const project = cliProject({ 'package.json': '{ "name": "app" }', 'extensions/a.txt': '' })
const names = COMMANDS.map(({ usage }) => usage.split(' ')[0]!)

describe('help', () => {
  it('is there for everything', async () => {
    const { code, out, err } = await project.run(['--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const { summary } of COMMANDS) expect(out.replace(/\s+/g, ' ')).toContain(summary)
    expect(out).toContain('Exit codes: 0 fine, 1 problems found, 2 wrong use')
  })

  it.each(names)('of %s says what it does, and gives examples', async (name) => {
    const { code, out, err } = await project.run([name, '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: module-registry ${name}`))
    expect(out).toContain(`  module-registry ${name}`)
    for (const line of out.split('\n').filter((one) => !one.includes('#')))
      expect(line.length).toBeLessThan(81)
  })
})

describe('wrong use', () => {
  it.each([
    [['lst'], 'There is no command "lst". Did you mean "list"?'],
    [['check', '--no-dst'], '"check" has no flag "--no-dst". Did you mean "--no-dts"?'],
    [['check', '--metadata', 'requird'], 'requird'],
    [['check', '--max-depth', 'deep'], 'deep'],
    [['check', 'extra'], '"check" takes nothing like "extra".'],
    [['describe'], 'id'],
    [['list', '--tag'], '--tag'],
    [['graph', '--format', 'svg'], 'svg'],
    [['new', 'module'], 'name'],
    [['check', '--root', 'none'], 'none'],
    [['check', '--config', 'none.config.ts'], 'none.config.ts'],
    [['init', '--root', 'none'], 'There is no folder "none".'],
    [['check', '--unknown\u001b[31m'], '\\u001b[31m'],
  ])('is said in a line or two, with what to do: %j', async (args, reason) => {
    const { code, out, err } = await project.run(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(reason)
    expect(err).toMatch(/^error {2}\S/)
    expect(err).not.toMatch(/\n +at /)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  it('of nothing at all shows the help', async () => {
    const { code, out, err } = await project.run([])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('There is no command.')
    for (const name of names) expect(err).toContain(name)
  })
})

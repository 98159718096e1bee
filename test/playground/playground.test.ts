import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/index.ts'
import { node, playground } from './support/run.ts'

// In this order: a build would rewrite the declarations.
describe('the committed declarations of the module IDs', () => {
  it('are those that a build would write', async () => {
    const { emit, diagnostics } = await compile({ root: playground })
    expect(diagnostics).toEqual([])
    const onDisk = emit
      .files()
      .map(({ path }) => ({ path, text: readFileSync(resolve(playground, path), 'utf8') }))
    expect(onDisk).toEqual(emit.files())
    expect(onDisk.map(({ path }) => path)).toEqual(['src/module-registry.d.ts'])
  })

  it('and everything that relies on them pass the type check', () => {
    const { stdout, status } = node(
      'node_modules/typescript/bin/tsc',
      '-p',
      'playground',
      '--pretty',
      'false',
    )
    expect(stdout).toBe('')
    expect(status).toBe(0)
  }, 120_000)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

describe('the playground in Node', () => {
  it.skipIf(!hasPython)(
    `builds in silence${hasPython ? '' : ' (skipped: there is no python3)'}, and finds, calls and misses modules, and gives plugins their life`,
    () => {
      const built = node('node_modules/vite/bin/vite.js', 'build', 'playground', '--logLevel', 'warn')
      expect(built).toMatchObject({ status: 0, stdout: '', stderr: '' })

      const { stdout, stderr, status } = node('playground/dist/node/node.js')
      expect(stderr).toBe('')
      expect(status).toBe(0)
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
      expect(stdout).toMatchInlineSnapshot(`
        "20 modules in 14 files, found when this was built:

          colour.contrast              Contrast       extensions/colour/contrast.ts
          colour.nearest_name          NearestName    extensions/colour/nearest-name.ts
          colour.palette               palette        extensions/colour/palette.ts
          dates.index                  DaysBetween    extensions/dates/index.ts
          dates.working_days           WorkingDays    extensions/dates/working-days.ts
          json.diff                    JsonDiff       extensions/json/diff.js
          json.format                  default        extensions/json/format.ts
          math_ops.percent_change      PercentChange  extensions/mathOps.ts
          math_ops.statistics          Statistics     extensions/mathOps.ts
          math_ops.sum                 Sum            extensions/mathOps.ts
          primes.factorize             factorize      plugins/primes/dagstack.toml
          prose.readability            readability    plugins/prose/dagstack.toml
          scratchpad                   Scratchpad     extensions/scratchpad.ts
          text.case_tools.snake_case   SnakeCase      extensions/text/case-tools.ts
          text.case_tools.title_case   TitleCase      extensions/text/case-tools.ts
          text.case_tools.url_slug     URLSlug        extensions/text/case-tools.ts
          text.word_count              wordCount      extensions/text/word-count.ts
          unit_converter.data_size     DataSize       extensions/UnitConverter.ts
          unit_converter.length        Length         extensions/UnitConverter.ts
          unit_converter.temperature   Temperature    extensions/UnitConverter.ts

        Calling some of them by their IDs, which loads those and no others:

          unit_converter.length {"value":26.2,"from":"mi","to":"km"}
            -> 26.2 mi = 42.16481 km
          text.case_tools.url_slug {"text":"Crème brûlée, in 5 steps!"}
            -> creme-brulee-in-5-steps
          math_ops.statistics {"numbers":[2,4,4,4,5,5,7,9]}
            -> {"mean":5,"median":4.5,"deviation":2}
          colour.nearest_name {"colour":"#6a5acc"}
            -> about slateblue
          json.format {"text":"{\\"unfinished\\": "}
            fails: The text is not JSON.
          json.diffs {"before":"a misspelt ID","after":""}
            fails: No module has the ID "json.diffs". Did you mean "json.diff"?

        5 of 14 files are loaded now.

        Plugins in plan order, each set up once those that it depends on are ready:

          storage:memory      ready  Keeps lists of texts until the program ends.
          feature:history     ready  Remembers which modules were called, and when.
          feature:exporter    ready  Writes the history to a Markdown file.
          numbers:primes      ready  Computes in a process of its own, in Node.
          text:prose          ready  Reads texts in a process of its own, in Python.

        Calling tools of the two that run in processes of their own:

          primes.factorize {"number":6469693230}
            -> {"factors":[2,3,5,7,11,13,17,19,23,29]}
          prose.readability {"text":"Short words are best. Old words are best of all."}
            -> {"sentences":2,"words_per_sentence":5,"letters_per_word":3.7}

        20 tools for a model, from the catalog alone; one of them:

          math_ops-percent_change {"from":{"type":"number"},"to":{"type":"number"}}

        Using two of them, typed from their classes:

          the exporter wrote 2 calls to calls.md
            09:05 unit_converter.length
            09:05 math_ops.statistics

        Closing the set, which tears them down in reverse order:

          text:prose          torn-down
          numbers:primes      torn-down
          feature:exporter    torn-down
          feature:history     torn-down
          storage:memory      torn-down
        "
      `)
    },
    120_000,
  )
})

describe('the program of the plugin "primes"', () => {
  it('is made from its TypeScript', async () => {
    const script = pathToFileURL(resolve(playground, 'scripts/build-child.mjs')).href
    const { childProgram } = (await import(script)) as { childProgram(): Promise<string> }
    expect(readFileSync(resolve(playground, 'plugins/primes/server.mjs'), 'utf8')).toBe(await childProgram())
  })
})

describe('a step of npm start', () => {
  const runner = JSON.stringify(pathToFileURL(resolve(playground, 'scripts/run.mjs')).href)
  const run = (command: string) =>
    node(
      '--input-type=module',
      '--eval',
      `import { step } from ${runner}
      await step('First', ${JSON.stringify(command)})
      console.log('Second')`,
    )

  it('keeps to itself what a command prints', () => {
    const { stdout, stderr, status } = run('node --version')
    expect(stdout).toMatch(/^First \.\.\. \d+\.\d s\nSecond\n$/)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it('shows what a failing command printed, and ends with its code', () => {
    const { stdout, stderr, status } = run(`node -e "console.log('why'); process.exit(3)"`)
    expect(stdout).toBe('First ... failed\n')
    expect(stderr).toBe('\nwhy\n')
    expect(status).toBe(3)
  })
})

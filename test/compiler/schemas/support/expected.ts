import { spawnSync } from 'node:child_process'
import { transformSync } from 'esbuild'

/** A schema of the library's own making, or what it says instead. */
export type Expected = { schema: unknown } | { error: string }

/**
 * Runs sources for real, in a Node process of their own, and converts what they make in the way that the library's
 * documentation shows.
 *
 * @param prelude imports and constants that all expressions use
 * @param convert the body of a function that gets `schema` and `side`
 * @returns for each expression the schema of each side, without the mark of the draft
 */
export function runForReal(
  prelude: string,
  convert: string,
  expressions: readonly string[],
  cwd = process.cwd(),
): { input: Expected; output: Expected }[] {
  const cases = expressions.map((expression) => `results.push(both(() => { ${inOneProcess(expression)} }));`)
  const program = `${prelude}
    const convert = (schema, side) => { ${convert} }
    const one = (make, side) => {
      try {
        const schema = JSON.parse(JSON.stringify(convert(make(), side)))
        if (typeof schema === 'object') delete schema.$schema
        return { schema }
      } catch (error) { return { error: String(error.message) } }
    }
    const both = (make) => ({ input: one(make, 'input'), output: one(make, 'output') })
    const results = []
    ${cases.join('\n')}
    console.log(JSON.stringify(results))`
  const { code } = transformSync(program, { loader: 'ts', format: 'esm', target: 'node20' })
  const run = spawnSync(process.execPath, ['--input-type=module', '-'], {
    cwd,
    input: code,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as { input: Expected; output: Expected }[]
}

/** A case is an expression, or statements that declare `S`. */
export function declared(text: string): string {
  return /^\s*const /.test(text) ? text : `const S = ${text}`
}

function inOneProcess(text: string): string {
  return `${declared(text)}; return S`
}

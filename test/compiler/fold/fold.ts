import { expect, it } from 'vitest'
import { type MemoryFiles, memoryHost } from '../../support/memory-host.ts'
import { entriesOf } from '../../support/print.ts'
import { compileOn, IMPORT_MODULE } from '../../support/project.ts'

/** One constant, and what the catalog must make of it. */
export interface Folding {
  /** What is special about it: the name of the test. */
  readonly title: string
  /** An expression: the initialiser of `metadata` is `{ it: <expression> }`. */
  readonly of?: string
  /** Or the members of the class, with an `execute` added. */
  readonly members?: string
  /** Or the whole text behind the import of `Module`. */
  readonly source?: string
  /** Statements in front of the class. */
  readonly before?: string
  readonly files?: MemoryFiles
  /** The value of `metadata.it`, or of `field`; absent for `undefined`. */
  readonly value?: unknown
  /** Default: `metadata`. */
  readonly field?: string
  /** Why there is none, and where: `reason @ file:line:column`, the file without `extensions/`. */
  readonly unknowable?: string
  readonly file?: string
}

/** Makes one test for each constant. */
export function folds(cases: readonly Folding[]): void {
  for (const one of cases) it(one.title, () => fold(one))
}

async function fold(one: Folding): Promise<void> {
  const { file = 'extensions/subject.ts', field = 'metadata' } = one
  const members = one.members ?? `metadata = { it: ${one.of} }`
  const source =
    one.source ??
    `${one.before ?? ''}\nexport class Subject implements Module {\n  ${members}\n  execute() {}\n}\n`
  const host = memoryHost(
    { [file]: IMPORT_MODULE + source, ...one.files },
    { root: `${import.meta.dirname.replaceAll('\\', '/')}/project` },
  )
  const compilation = await compileOn(host)
  expect(compilation.diagnostics).toEqual([])
  const entry = entriesOf(compilation).find((each) => each.file === file) as
    | (Record<string, unknown> & ReturnType<typeof entriesOf>[number])
    | undefined
  const unresolved = (entry?.unresolved as Record<string, { [key: string]: unknown }> | undefined)?.[field]
  const value = one.of === undefined ? entry?.[field] : (entry?.[field] as { it: unknown } | undefined)?.it
  expect({
    ...(value === undefined ? {} : { value }),
    ...(unresolved === undefined
      ? {}
      : {
          unknowable: `${unresolved.reason} @ ${String(unresolved.file).replace('extensions/', '')}:${unresolved.line}:${unresolved.column}`,
        }),
  }).toEqual({
    ...(one.value === undefined ? {} : { value: one.value }),
    ...(one.unknowable === undefined ? {} : { unknowable: one.unknowable }),
  })
}

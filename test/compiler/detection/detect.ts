import { expect, it } from 'vitest'
import { type ClassDescriptor, type Options, scanFile } from '../../../src/index.ts'
import type { MemoryFiles } from '../../support/memory-host.ts'
import { memoryHost } from '../../support/memory-host.ts'
import { printProblems } from '../../support/print.ts'
import { compileOn, IMPORT_MODULE } from '../../support/project.ts'

/** One way of writing a source, and what the scanner must make of it. */
export interface Detection {
  /** What is special about it: the name of the test. */
  readonly title: string
  /** The text of `extensions/subject.ts`, behind the import of `Module`. */
  readonly source: string
  /** Whether `source` is the whole text, without that import. */
  readonly whole?: boolean
  /** The modules: `Name` or `Name as exported`, with ` (marked)` behind it, separated by commas. Empty for none. */
  readonly modules: string
  /** The problems, one a line, without `extensions/subject.ts:`. Default: none. */
  readonly problems?: string
  readonly file?: string
  /** Other files. */
  readonly files?: MemoryFiles
  readonly options?: Options
}

/** Makes one test for each way of writing. */
export function detects(cases: readonly Detection[]): void {
  for (const one of cases) it(one.title, () => detect(one))
}

async function detect(one: Detection): Promise<void> {
  const file = one.file ?? 'extensions/subject.ts'
  const text = one.whole === true ? one.source : IMPORT_MODULE + one.source
  const host = memoryHost({ [file]: text, ...one.files })
  const options = { onMultiple: 'first', ...one.options } as const
  const compilation = await compileOn(host, options)
  const problems = printProblems(compilation)
    .split('\n')
    .filter((line) => !line.includes('MULTIPLE_MODULE_CLASSES') && line.startsWith(file))
    .map((line) => line.slice(file.length + 1))
    .join('\n')
  const { moduleInterface, moduleFactories } = one.options ?? {}
  const settings = {
    root: host.root,
    ...(moduleInterface === undefined ? {} : { moduleInterface }),
    ...(moduleFactories === undefined ? {} : { moduleFactories }),
  }
  const descriptors = problems.includes('PARSE_ERROR') ? [] : await scanFile(file, settings, host)
  expect({ modules: printModules(descriptors), problems }).toEqual({
    modules: one.modules,
    problems: one.problems ?? '',
  })
}

function printModules(descriptors: readonly ClassDescriptor[]): string {
  return descriptors
    .filter((one) => one.implementsModule)
    .map(({ name, exportName, multiClass }) => {
      const exported = name === exportName ? name : `${name} as ${exportName}`
      return multiClass === true ? `${exported} (marked)` : exported
    })
    .join(', ')
}

import { memoryHost } from '../../support/memory-host.ts'
import { entriesOf } from '../../support/print.ts'
import { compileOn, IMPORT_MODULE } from '../../support/project.ts'

/** The `metadata` of a module that is written like this. */
export default async function metadataOf(expression: string): Promise<object> {
  const source = `${IMPORT_MODULE}export class Subject implements Module { metadata = ${expression}; execute() {} }`
  const compilation = await compileOn(memoryHost({ 'extensions/subject.ts': source }))
  return entriesOf(compilation)[0]?.metadata ?? {}
}

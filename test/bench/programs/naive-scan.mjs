// What one writes first with ts-morph: one project, and every file in it for a moment.
import { readFileSync } from 'node:fs'
import { Project } from 'ts-morph'
import { input, report } from './report.mjs'
import { walk } from './walk.mjs'

const project = new Project({
  useInMemoryFileSystem: true,
  skipFileDependencyResolution: true,
  skipLoadingLibFiles: true,
  compilerOptions: { noLib: true },
})
let modules = 0
for (const file of walk(input.folder, '.ts')) {
  const source = project.createSourceFile(file, readFileSync(file, 'utf8'), { overwrite: true })
  for (const found of source.getClasses()) {
    if (!found.isExported()) continue
    if (found.getImplements().some((type) => type.getExpression().getText() === 'Module')) modules++
  }
  source.forget()
}
report({ modules })

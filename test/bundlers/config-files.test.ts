import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createProject } from './support/project.ts'
import { runNode } from './support/run.ts'

const vite = resolve(import.meta.dirname, '../../node_modules/vite/bin/vite.js')
const options = `plugins: [moduleRegistry({ extensions: 'modules' })], build: { ssr: 'main.ts' }`
const imported = `
  import moduleRegistry from 'unplugin-module-registry/vite'
  export default { ${options} }`
const required = `
  const moduleRegistry = require('unplugin-module-registry/vite')
  module.exports = { ${options} }`

/** Kind of package, name and text of the config, and flags of the command. */
const forms: [type: 'module' | 'commonjs', file: string, text: string, ...flags: string[]][] = [
  ['module', 'vite.config.ts', imported],
  ['module', 'vite.config.js', imported, '--configLoader', 'native'],
  ['commonjs', 'vite.config.mts', imported],
  ['commonjs', 'vite.config.cts', required],
  ['commonjs', 'vite.config.cjs', required, '--configLoader', 'native'],
]

it.each(forms)('a project of type %s takes %s', async (type, file, text, ...flags) => {
  const project = await createProject(
    {
      'package.json': JSON.stringify({ type }),
      'modules/fine.ts': `
        import type { Module } from 'unplugin-module-registry/runtime'
        export class Fine implements Module { execute() {} }`,
      'main.ts': `import { registry } from 'virtual:module-registry'; console.log(registry.ids())`,
      [file]: text,
    },
    { installed: 'full' },
  )
  const { status, stderr } = runNode([vite, 'build', ...flags], { cwd: project.root })
  expect(status, stderr).toBe(0)
  expect(existsSync(project.path('dist'))).toBe(true)
})

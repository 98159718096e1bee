import { expect, it } from 'vitest'
import { createProject } from '../support/project.ts'

const module = (schema: string) => `
  import type { Module } from 'unplugin-module-registry/runtime'
  export class Run implements Module {
    inputSchema = ${schema}
    execute() {}
  }
  function made(): object {
    return { type: 'object' }
  }`

it('gives the registry a way to read modules when there is something that the build could not tell', async () => {
  const project = createProject({ 'extensions/run.ts': module('made()') })
  const { emit, catalog } = await project.compile()
  expect(catalog[0]).toHaveProperty('unresolved.inputSchema.reason')
  expect(emit.registryModule()).toContain('{ metadata: readMetadata }')
})

it('does not where everything is known', async () => {
  const project = createProject({ 'extensions/run.ts': module("{ type: 'object' }") })
  const { emit, catalog } = await project.compile()
  expect(catalog[0]).toMatchObject({ inputSchema: { type: 'object' } })
  expect(emit.registryModule()).not.toContain('etadata')
})

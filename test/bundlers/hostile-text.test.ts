import { describe, expect, it } from 'vitest'
import { hostileText } from './support/app.ts'
import { hosts } from './support/hosts.ts'
import { createProject } from './support/project.ts'
import { runProgram } from './support/run.ts'

const long = 'ä</script>'.repeat(10_000)
const files = {
  'extensions/hostile.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    export class Hostile implements Module {
      static description = ${JSON.stringify(hostileText)}
      static tags = [${JSON.stringify(long)}]
      execute() {}
    }`,
  'main.ts': `
    import { catalog } from 'virtual:module-registry/catalog'
    console.log(JSON.stringify(catalog.map(({ description, tags }) => [description, tags])))`,
}

describe.each(hosts)('$name', (host) => {
  it.each([{ minify: false }, { minify: true }])('hands every text on: %o', async (request) => {
    const built = await host.build(await createProject(files), request)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main)).toEqual([[hostileText, [long]]])
    // Neither a separator that ends a line, nor what ends an inline script or comments it out.
    const unsafe = Object.entries(built.files).filter(([, text]) =>
      /[\u2028\u2029\0]|<\/script|<!--/.test(text),
    )
    expect(unsafe.map(([file]) => file)).toEqual([])
  })
})

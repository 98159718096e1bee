import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { app } from './support/app.ts'
import { bundlers, otherModes } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runProgram } from './support/run.ts'

describe.each(bundlers)('$name', (host) => {
  it('asks for nothing that one environment has and another lacks', async () => {
    const built = await host.build(await createProject(app), { esbuild: { platform: 'neutral' } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const asking = Object.entries(built.files).filter(([, text]) =>
      /\bnode:|\brequire\(|\bprocess\.|\bBuffer\b|\beval\(|\bnew Function\b|^await\b/m.test(
        text.replaceAll('process.exit(7)', ''),
      ),
    )
    expect(asking.map(([file]) => file)).toEqual([])
  })

  it('feeds an existing registry of the apcore-js kind', async () => {
    const project = await createProject({ ...app, ...apcore })
    const built = await host.build(project)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main)).toEqual({ count: 6, sum: 3, chain: ['HEY!', 6], described: true })
  })
})

/** The part of that registry that takes modules from outside, and an application that uses it. */
const apcore: Files = {
  'src/apcore.ts': `
    export class ApcoreRegistry {
      #discoverer: any
      #modules = new Map<string, any>()
      setDiscoverer(discoverer: any) { this.#discoverer = discoverer }
      async discover() {
        for (const { moduleId, module } of await this.#discoverer.discover(['extensions'])) this.register(moduleId, module)
        return this.#modules.size
      }
      register(id: string, module: any) {
        if (typeof module.execute !== 'function') throw new TypeError(id)
        this.#modules.set(id, module)
        module.onLoad?.()
      }
      get(id: string) { return this.#modules.get(id) }
    }`,
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    import { ApcoreRegistry } from './src/apcore'
    async function main() {
      const apcore = new ApcoreRegistry()
      apcore.setDiscoverer(registry.toDiscoverer())
      return {
        count: await apcore.discover(),
        sum: await apcore.get('math.ops.add').execute({ a: 1, b: 2 }, {}),
        chain: await apcore.get('flow.chain').execute('hey', {}),
        described: apcore.get('text.shout').description.includes('</script>'),
      }
    }
    main().then((result) => console.log(JSON.stringify(result)))`,
}

describe('one file for every engine', () => {
  it('runs where there is nothing but the language and the web', async () => {
    const iife = otherModes.find(({ name }) => name === 'esbuild, iife')!
    const built = await iife.build(await createProject(app), {
      minify: true,
      esbuild: { platform: 'browser', target: 'es2022' },
    })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const printed: string[] = []
    const web = {
      AbortController,
      setTimeout,
      clearTimeout,
      console: { log: (text: string) => printed.push(text) },
    }
    runInNewContext(built.files['main.cjs']!, web)
    await expect.poll(() => printed.length).toBe(1)
    expect(JSON.parse(printed[0]!)).toMatchObject({ sum: 3, sameClasses: true })
  })
})

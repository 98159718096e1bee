// One peer on its own kind of tree: a first run, then edits of one file in the same process.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median } from '../statistics.mjs'
import { pause } from './dev-project.mjs'
import { input, report } from './report.mjs'

const { name, folder, root, edited } = input

/** @type {Record<string, () => Promise<{ cold: () => Promise<unknown>, edit: () => Promise<unknown>, ready?: () => Promise<void> }>>} */
const PEERS = {
  async unimport() {
    const { scanDirExports } = await load('unimport')
    const run = () => scanDirExports([`${root}/extensions/**`], { types: false })
    return { cold: run, edit: run }
  },
  async 'vue-router'() {
    const { createRoutesContext, resolveOptions } = await load('vue-router', './unplugin')
    const dts = `${root}/typed-router.d.ts`
    const options = { root, routesFolder: 'pages', dts, logs: false, watch: true }
    const context = createRoutesContext(resolveOptions(options))
    let wake = () => {}
    return {
      async cold() {
        await context.scanPages(true)
        await context.generateRoutes()
      },
      async ready() {
        // Its own watcher starts now, and needs somebody to tell.
        await pause(1500)
        context.setServerContext({ updateRoutes: () => wake(), invalidatePage() {}, reload() {} })
      },
      async edit() {
        await new Promise((resolve) => {
          wake = () => resolve(undefined)
        })
        await context.generateRoutes()
      },
    }
  },
  async tanstack() {
    const { Generator, getConfig } = await load('@tanstack/router-generator')
    const given = {
      target: 'react',
      routesDirectory: `${root}/routes`,
      generatedRouteTree: `${root}/routeTree.gen.ts`,
      disableLogging: true,
      enableRouteTreeFormatting: false,
      tmpDir: `${root}/.tmp`,
    }
    const generator = new Generator({ config: getConfig(given, root), root })
    return { cold: () => generator.run(), edit: () => generator.run({ type: 'update', path: edited }) }
  },
  async tsoa() {
    const { generateSpec } = createRequire(join(folder, 'package.json'))('tsoa')
    const outputDirectory = `${root}/out`
    mkdirSync(outputDirectory, { recursive: true })
    const spec = {
      basePath: '/',
      entryFile: '',
      noImplicitAdditionalProperties: 'ignore',
      controllerPathGlobs: [`${root}/src/**/*.ts`],
      outputDirectory,
      specVersion: 3,
      specFileBaseName: 'swagger',
      name: 'bench',
      version: '1',
      schemes: ['http'],
    }
    const options = {
      experimentalDecorators: true,
      target: 9,
      module: 199,
      moduleResolution: 99,
      skipLibCheck: true,
    }
    const run = () => generateSpec(spec, { ...options, types: [] })
    return { cold: run, edit: run }
  },
  async nest() {
    const require = createRequire(join(folder, 'package.json'))
    const cli = join(folder, 'node_modules/@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator.js')
    const { PluginMetadataGenerator } = require(cli)
    const plugin = join(folder, 'node_modules/@nestjs/swagger/dist/plugin/index.js')
    const { ReadonlyVisitor } = await import(pathToFileURL(plugin).href)
    const run = async () =>
      new PluginMetadataGenerator().generate({
        visitors: [new ReadonlyVisitor({ introspectComments: true, pathToSource: `${root}/src` })],
        outputDir: `${root}/src`,
        tsconfigPath: 'tsconfig.json',
        watch: false,
        printDiagnostics: false,
      })
    return { cold: run, edit: run }
  },
}

process.chdir(root)
const { log } = console
console.log = console.info = console.warn = () => {}
const peer = await /** @type {NonNullable<typeof PEERS[string]>} */ (PEERS[name])()
await peer.cold()
const cold = performance.now()
await peer.ready?.()
const times = []
for (let i = 0; i < 5; i++) {
  appendFileSync(edited, edited.endsWith('.vue') ? `<!-- ${i} -->\n` : `// ${i}\n`)
  const begun = performance.now()
  await peer.edit()
  times.push(performance.now() - begun)
}
console.log = log
report({ cold, edit: median(times) })
process.exit(0)

/**
 * Imports a package out of the peer's folder, as an ES module where it is one.
 *
 * @param {string} packageName
 * @param {string} [subpath]
 * @returns {Promise<any>}
 */
async function load(packageName, subpath = '.') {
  const at = join(folder, 'node_modules', packageName)
  const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
  let target = manifest.exports?.[subpath] ?? manifest.module ?? manifest.main
  while (typeof target === 'object') target = target.import ?? target.default ?? target.node
  return import(pathToFileURL(join(at, target)).href)
}

// The package's start in a project that it knows. The compiler must not be loaded for it.
import { createRequire } from 'node:module'
import { input, ours, report } from './report.mjs'

const { compile } = await ours('index')
const start = performance.now()
const { catalog, diagnostics } = await compile(input.options)
const scan = performance.now() - start
if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics.slice(0, 3)))
const compiler = Object.keys(createRequire(import.meta.url).cache).some((file) =>
  /typescript\.js$/.test(file),
)
report({ scan, modules: catalog.length, compiler: Number(compiler) })

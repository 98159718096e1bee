// The package's whole way from files to a frozen catalog.
import { input, ours, report } from './report.mjs'

const { compile } = await ours('index')
const { catalog, diagnostics } = await compile(input.options)
const cold = performance.now()
if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics.slice(0, 3)))
report({ modules: catalog.length, cold })

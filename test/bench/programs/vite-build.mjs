// One build with Vite, and what came out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { input, ours, report } from './report.mjs'

const { root, main, plugin, outDir } = input
const plugins = plugin === undefined ? [] : [(await ours('vite')).default({ dts: false, ...plugin })]
const start = performance.now()
await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins,
  build: {
    outDir,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: join(root, main) },
  },
})
const time = performance.now() - start
const assets = join(outDir, 'assets')
let [bytes, gzip, entry] = [0, 0, 0]
const files = readdirSync(assets)
for (const file of files) {
  const text = readFileSync(join(assets, file))
  const size = gzipSync(text).length
  bytes += text.length
  gzip += size
  if (file.startsWith('main-')) entry = size
}
report({ build: time, bytes, gzip, entry, chunks: files.length })

import { resolve } from 'node:path'
import { defineConfig } from 'vite'

// The page is the same whatever runs the build: a test runner says `test` here, and would get what is made for debugging.
process.env.NODE_ENV = 'production'

/** Builds the page into three files with fixed names, which the dev server of a project hands out as they are. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: resolve(import.meta.dirname, '../../../dist/inspector'),
    emptyOutDir: true,
    target: 'es2022',
    // All that know `light-dark()`: what stands in for it elsewhere does not follow the switch of the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: 'inspector.js',
        assetFileNames: 'inspector[extname]',
      },
    },
  },
})

import { resolve } from 'node:path'
import moduleRegistry from 'unplugin-module-registry/vite'
import { defineConfig } from 'vite'

/** One config for all examples: `vite build <example> --config vite.config.ts`. */
export default defineConfig({
  plugins: [moduleRegistry()],
  build: { write: false, rollupOptions: { input: resolve(import.meta.dirname, 'main.ts') } },
})

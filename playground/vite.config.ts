import moduleRegistry from 'unplugin-module-registry/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [moduleRegistry()],
  builder: {},
  environments: {
    client: { build: { outDir: 'dist/client' } },
    ssr: { build: { outDir: 'dist/node', rollupOptions: { input: 'src/node.ts' } } },
  },
})

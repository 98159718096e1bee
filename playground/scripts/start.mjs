// `npm start`: the package, the playground for browsers and for Node, and what the Node part prints.
import { resolve } from 'node:path'
import { show, step } from './run.mjs'

process.chdir(resolve(import.meta.dirname, '../..'))

await step('Building the package', 'npm run --silent build')
await step('Bundling the playground for browsers and for Node', 'npm exec -- vite build playground')
console.log()
await show('node playground/dist/node/node.js')
console.log(`
In the browser:      npm run playground
Over MCP:            node dist/cli.js mcp --root playground
Frequent mistakes:   node playground/broken/run.mjs`)

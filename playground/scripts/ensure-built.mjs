// Builds the package if that has not been done: the playground uses it as it is published, from `dist`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { step } from './run.mjs'

process.chdir(resolve(import.meta.dirname, '../..'))

const isBuilt = ['dist/vite.js', 'dist/inspector/index.html'].every((file) => existsSync(file))
if (!isBuilt) await step('Building the package', 'npm run --silent build')

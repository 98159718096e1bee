// Builds the package if that has not been done: the playground uses it as it is published, from `dist`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { step } from './run.mjs'

process.chdir(resolve(import.meta.dirname, '../..'))

if (!existsSync('dist/vite.js')) await step('Building the package', 'npm run --silent build')

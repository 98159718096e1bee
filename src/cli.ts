#!/usr/bin/env node
/** The command `module-registry`. */
import { main } from './cli/main.ts'

process.exitCode = await main(process.argv.slice(2))

import type { CommandSpec } from './command.ts'
import { completeCommand } from './complete/command.ts'
import { explainCommand } from './explain/command.ts'
import { initCommand } from './init/command.ts'
import { mcpCommand } from './mcp/command.ts'
import { newCommand } from './new/command.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  explainCommand,
  initCommand,
  newCommand,
  mcpCommand,
  completeCommand,
]

import { checkCommand } from './check/command.ts'
import type { CommandSpec } from './command.ts'
import { completeCommand } from './complete/command.ts'
import { describeCommand } from './describe/command.ts'
import { explainCommand } from './explain/command.ts'
import { generateCommand } from './generate/command.ts'
import { graphCommand } from './graph/command.ts'
import { initCommand } from './init/command.ts'
import { listCommand } from './list/command.ts'
import { mcpCommand } from './mcp/command.ts'
import { newCommand } from './new/command.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  checkCommand,
  listCommand,
  describeCommand,
  explainCommand,
  generateCommand,
  graphCommand,
  initCommand,
  newCommand,
  mcpCommand,
  completeCommand,
]

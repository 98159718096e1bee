import type { CommandSpec } from './command.ts'
import { completeCommand } from './complete/command.ts'
import { mcpCommand } from './mcp/command.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [mcpCommand, completeCommand]

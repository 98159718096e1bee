import { createHash } from 'node:crypto'
import { toolDigestText } from '../../util/digest-text.ts'
import { Peer } from '../wire/peer.ts'
import { NO_ANSWER } from '../wire/peer-options.ts'
import { answerByHand } from './by-hand.ts'
import { checkDefinition, type ModuleDefinition } from './definition.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { createMethods } from './methods.ts'
import { type CallHost, createModuleHost, type ModuleHost } from './module-host.ts'
import { endGroup, parentIsGone, watchParent } from './parent-watcher.ts'
import { RunningCalls } from './running-calls.ts'
import { flushed, takeStdout } from './stdio.ts'
import type { WireTool } from './tool-list.ts'

/** A reader that does not read holds up the end of the process no longer than this. */
const FLUSH_MS = 1000

/** The input ends a moment before the system notices that the parent is gone. */
const PARENT_MS = 50

/** A module that is being served. */
export interface ServedModule {
  /** The host, asked in nobody's name: for work that no call has asked for. */
  readonly host: ModuleHost
}

let isServed = false

/**
 * Makes this process a module: answers the host over stdin and stdout until the host closes stdin, or is gone.
 * Call it once, as early as possible: what is written to stdout before it spoils the protocol.
 *
 * From then on stdout belongs to the protocol, and `console.log` goes to stderr. The process ends by itself: 0 when the
 * host is done with it, other codes as `EXIT_CODES` has them. A person who starts it in a terminal is told what it is;
 * with `--describe` it prints what the manifest has to say of its tools and routes.
 *
 * @param definition name, version, tools, routes, hooks. Tools are listed as they are now
 * @returns the host, for work that no call has asked for
 * @throws ModuleDefinitionError when no host would accept the definition
 * @throws Error when a module is served by this process already
 */
export function serveModule<const Schemas extends Record<string, unknown>>(
  definition: ModuleDefinition<Schemas>,
): ServedModule {
  const checked = definition as unknown as ModuleDefinition
  checkDefinition(checked)
  if (isServed) throw new Error('serveModule was called before; a process is one module')
  isServed = true
  if (answerByHand(checked, toolDigest)) return { host: createModuleHost(() => new Promise(() => {}), '') }

  const parent = process.ppid
  const output = takeStdout()
  watchParent()
  const calls = new RunningCalls()
  const log = (message: string): void => {
    process.stderr.write(`[${definition.name}] ${message}\n`)
  }
  const exit = async (code: number): Promise<void> => {
    await flushed(output, FLUSH_MS)
    process.exit(code)
  }

  const peer = new Peer(process.stdin, output, { role: 'child' })
  const callHost: CallHost = (method, params, options) => peer.call(method, params, options)
  const methods = createMethods(checked, {
    calls,
    callHost,
    log,
    limitFrames: (bytes) => peer.limitFrames(bytes),
    fail(message) {
      log(message)
      void exit(EXIT_CODES.notReady)
    },
  })
  for (const [name, method] of Object.entries(methods)) {
    peer.handle(name, async (params, call) => {
      const outcome = await method(params, call)
      return outcome === 'given-up' ? NO_ANSWER : outcome.result
    })
  }
  peer.on('cancel', (requestId) => calls.cancel(requestId))
  void peer.done.then(async () => {
    const { fault } = peer
    if (fault) log(`The host broke the protocol. ${fault.message}`)
    await peer.close()
    await flushed(output, FLUSH_MS)
    // Where the host is alive, ending what else is in the group is its own business.
    await new Promise((resolve) => setTimeout(resolve, PARENT_MS))
    if (parentIsGone(parent)) endGroup()
    process.exit(fault ? EXIT_CODES.protocolFault : EXIT_CODES.ended)
  })
  peer.start()
  return { host: createModuleHost(callHost, '') }
}

function toolDigest({ input_schema: inputSchema, ...tool }: WireTool): string {
  return createHash('sha256')
    .update(toolDigestText({ ...tool, inputSchema }))
    .digest('hex')
}

import { resolve } from 'pathe'
import type { ErrorPayload, HotPayload, ViteDevServer } from 'vite'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatDiagnostic, formatNotes, summarize } from '../../diagnostics/format-text.ts'
import { visible } from '../../diagnostics/visible.ts'

/** Where problems are shown besides. */
interface ProblemLinks {
  problemUrl(problem: Diagnostic, problems: readonly Diagnostic[]): string
}

/** The errors of a project in the pages of a dev server and in its log, for as long as they stand. */
export class ErrorDisplay {
  readonly #server: ViteDevServer
  readonly #root: string
  readonly #inspector: ProblemLinks | undefined
  #payload: (() => ErrorPayload) | undefined
  #shown = ''
  #isSwept = true

  /** @param root the project, absolute: places are absolute in the overlay, which makes links of them */
  constructor(server: ViteDevServer, root: string, inspector?: ProblemLinks) {
    this.#server = server
    this.#inspector = inspector
    this.#root = root
    server.ws.on('connection', this.#welcome)
  }

  close(): void {
    this.#server.ws.off('connection', this.#welcome)
  }

  /** Shows what stands now; what is shown already is not repeated, and the end of all problems is told once. */
  show(diagnostics: readonly Diagnostic[]): void {
    const { logger } = this.#server.config
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
    const text = [...errors.map(formatDiagnostic), summarize(errors)].join('\n\n')
    const before = this.#shown
    this.#shown = errors.length === 0 ? '' : text
    // The addresses of the server are known only when it listens.
    const link = (): string | undefined => this.#inspector?.problemUrl(errors[0]!, diagnostics)
    this.#payload = errors.length === 0 ? undefined : () => overlayPayload(errors, this.#root, link())
    if (this.#shown === before) return
    this.#isSwept = this.#payload !== undefined
    if (this.#payload === undefined) {
      logger.info('module registry: all problems are solved', { timestamp: true })
      return
    }
    logger.error(`module registry: ${text}`, { timestamp: true })
    this.#send(this.#payload())
  }

  /** Takes the overlay away where no registry does it: in pages that have loaded none. */
  sweep(): void {
    if (this.#isSwept) return
    this.#isSwept = true
    this.#send({ type: 'update', updates: [] })
  }

  /** Without pages the server would keep an error for the next one, which may come when it is mended. */
  #send(payload: HotPayload): void {
    if (this.#server.ws.clients.size > 0) this.#server.environments.client.hot.send(payload)
  }

  readonly #welcome = (socket: { send(data: string): void }): void => {
    if (this.#payload !== undefined) socket.send(JSON.stringify(this.#payload()))
  }
}

function overlayPayload(errors: readonly Diagnostic[], root: string, link: string | undefined): ErrorPayload {
  const [first, ...others] = errors.map((diagnostic) => withAbsolutePlaces(diagnostic, root))
  const { file, line, column = 1 } = first!
  const blocks = [
    [
      ...formatNotes({ ...first!, frame: undefined as never }),
      ...(link === undefined ? [] : [`  look  ${link}`]),
    ].join('\n'),
    ...others.map(formatDiagnostic),
  ]
  return {
    type: 'error',
    err: {
      plugin: 'unplugin-module-registry',
      message: `${first!.code}: ${visible(first!.message)}`,
      stack: blocks.filter((block) => block !== '').join('\n\n'),
      ...(file === undefined ? {} : { id: file }),
      ...(file === undefined || line === undefined ? {} : { loc: { file, line, column } }),
      ...(first!.frame === undefined ? {} : { frame: first!.frame }),
    },
  }
}

function withAbsolutePlaces(diagnostic: Diagnostic, root: string): Diagnostic {
  const place = <P extends { readonly file?: string }>(at: P): P =>
    at.file === undefined ? at : { ...at, file: resolve(root, at.file) }
  return { ...place(diagnostic), related: diagnostic.related.map(place) }
}

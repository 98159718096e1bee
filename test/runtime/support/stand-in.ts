import type { ExternalPlugin, ExternalTool, PluginEntry } from '../../../src/runtime.ts'

/** Stands in for a plugin that runs elsewhere: answers with what it was asked, and breaks down when it is told to. */
export class StandIn implements ExternalPlugin {
  readonly log: string[] = []
  readonly calls: { tool: string; options: Parameters<ExternalPlugin['call']>[2] }[] = []
  answer: ((tool: string, inputs: unknown) => unknown) | undefined
  drain: (() => unknown) | undefined
  readonly #folder: string
  readonly #problems = new Set<Parameters<NonNullable<ExternalPlugin['onProblem']>>[0]>()
  readonly #changes = new Set<() => void>()
  #tools: readonly ExternalTool[] = []

  constructor({ folder }: PluginEntry, { pluginRoot }: { pluginRoot: string }) {
    this.#folder = `${pluginRoot}/${folder}`
  }

  async setup(): Promise<void> {
    this.log.push(`setup ${this.#folder}`)
  }

  async teardown(): Promise<void> {
    await this.drain?.()
    this.log.push('teardown')
  }

  async call(
    tool: string,
    inputs: unknown,
    options?: Parameters<ExternalPlugin['call']>[2],
  ): Promise<unknown> {
    this.calls.push({ tool, options })
    return this.answer === undefined ? { tool, inputs } : this.answer(tool, inputs)
  }

  tools(): readonly ExternalTool[] {
    return this.#tools
  }

  onToolsChanged(listener: () => void): () => void {
    this.#changes.add(listener)
    return () => this.#changes.delete(listener)
  }

  onProblem(listener: Parameters<NonNullable<ExternalPlugin['onProblem']>>[0]): () => void {
    this.#problems.add(listener)
    return () => this.#problems.delete(listener)
  }

  setTools(tools: readonly ExternalTool[]): void {
    this.#tools = tools
    for (const tell of this.#changes) tell()
  }

  fail(reason: string | undefined): void {
    for (const tell of this.#problems) tell(reason === undefined ? undefined : { reason })
  }
}

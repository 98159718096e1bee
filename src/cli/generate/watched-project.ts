import { Session } from '../../bundler/session.ts'
import { nearestFolder, watchTargets } from '../../bundler/watch-targets.ts'
import { errorText } from '../../util/error-text.ts'
import type { CommandContext } from '../command.ts'
import type { Settings } from '../settings/settings.ts'
import { shown } from '../text/shown.ts'
import { type WrittenFiles, writeFiles } from './write-files.ts'

/** A project whose generated files are kept up to date, through broken states of sources and configuration. */
export class WatchedProject {
  readonly #context: CommandContext
  #settings: Settings
  #session: Session
  #configProblem: string | undefined

  constructor(settings: Settings, context: CommandContext) {
    this.#context = context
    this.#settings = settings
    this.#session = newSession(settings)
  }

  /** Reads the configuration again. While it is broken, the last one counts. */
  async reloadSettings(): Promise<void> {
    try {
      this.#settings = await this.#context.settings()
      this.#session = newSession(this.#settings)
      this.#configProblem = undefined
    } catch (error) {
      this.#configProblem = shown(errorText(error))
    }
  }

  /** What is wrong with the configuration. */
  get configProblem(): string | undefined {
    return this.#configProblem
  }

  /** The configuration, absolute. */
  get configFile(): string | undefined {
    return this.#settings.source.file
  }

  /** Compiles, and writes what changed. */
  write(): Promise<WrittenFiles> {
    return writeFiles(this.#session)
  }

  /** Absolute paths at which a change could mean something: files, and folders each by itself. */
  get targets(): string[] {
    const { folders, files, missing } = watchTargets(this.#session)
    const config = this.configFile === undefined ? [] : [this.configFile]
    const nearest = missing.map(nearestFolder)
    return [...new Set([...folders, ...nearest, ...files, ...config])]
  }
}

function newSession({ options }: Settings): Session {
  return new Session(options, options.root)
}

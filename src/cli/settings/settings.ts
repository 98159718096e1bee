import type { Options, ResolvedOptions } from '../../compiler/options.ts'

/** Where options come from. */
export interface SettingsSource {
  readonly kind: 'vite' | 'rollup' | 'rolldown' | 'file' | 'defaults'
  /** The configuration, absolute, with `/`. */
  readonly file?: string
  /** What else there is to know about it, in whole sentences. */
  readonly notes: readonly string[]
}

/** The options of a project, and where they come from. */
export interface Settings {
  /** As they are given, without defaults; `root` is absolute. */
  readonly options: Options & { readonly root: string }
  /** The same with every default. */
  readonly resolved: ResolvedOptions
  readonly source: SettingsSource
}

/** What a configuration says. */
export interface FoundOptions {
  /** Nothing where it does not use the plugin. */
  readonly options: Options | undefined
  /** The root of the bundler, absolute: where `root` is not among the options. */
  readonly root: string
  readonly source: SettingsSource
}

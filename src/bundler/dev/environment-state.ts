/** What one environment of a dev server has not been told yet, and what it knows of files that changed. */
export class EnvironmentState {
  /** By file, relative to the project: the stamp of its newest text, part of its URL. */
  readonly stamps: Record<string, number> = Object.create(null)
  /** Whether it has to be told the catalog. */
  catalogIsDue = false
  readonly #reload = new Set<string>()

  /** Notes that a module file is to be loaded afresh. */
  touch(file: string, stamp: number): void {
    this.stamps[file] = stamp
    this.#reload.add(file)
  }

  /** The files to be loaded afresh, sorted; those that cannot be now stay for later. */
  takeReload(broken: ReadonlySet<string | undefined>): string[] {
    const files = [...this.#reload].filter((file) => !broken.has(file)).sort()
    for (const file of files) this.#reload.delete(file)
    return files
  }
}

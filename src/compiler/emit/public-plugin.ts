import type { PluginEntry, PluginLaunch } from '../../catalog/plugin-entry.ts'

const LAUNCH: Readonly<Record<keyof PluginLaunch, true>> = {
  command: true,
  args: true,
  env: true,
  envPass: true,
  cwd: true,
  url: true,
  artifact: true,
  limits: true,
  grants: true,
  sandbox: true,
  routes: true,
  surfaceSha256: true,
}

/** A plugin as a browser may know it: without how it is run, which is nobody's business there. */
export function publicPlugin(entry: PluginEntry): PluginEntry {
  const members = Object.entries(entry).filter(([key]) => !Object.hasOwn(LAUNCH, key))
  return Object.fromEntries(members) as unknown as PluginEntry
}

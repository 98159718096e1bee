import type { PluginEntry } from '../../catalog/plugin-entry.ts'

/** The variables that every server gets, as far as the host has them: where programs and files are, and the language. */
const INHERITED =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROGRAMDATA',
      ].concat([
        'PROGRAMFILES',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'TMP',
        'USERNAME',
        'USERPROFILE',
        'WINDIR',
      ])
    : ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER']

/**
 * Makes the environment of a server: a short list of harmless variables, those that the manifest names (`env_pass`),
 * and those that it sets (`env`). Nothing else of the host's own environment reaches it.
 */
export function serverEnvironment(
  { env = {}, envPass = [] }: Pick<PluginEntry, 'env' | 'envPass'>,
  host: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const made: Record<string, string> = Object.create(null)
  for (const name of [...INHERITED, ...envPass]) {
    const value = host[name]
    if (value !== undefined) made[name] = value
  }
  for (const [name, value] of Object.entries(env)) made[name] = value
  return made
}

/** What every child gets, as far as the host has it: where programs and files are, who runs it, and the language. */
const INHERITED =
  process.platform === 'win32'
    ? 'APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROGRAMDATA PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR'
    : 'HOME LANG LC_ALL LC_CTYPE LOGNAME PATH TMPDIR USER'

/**
 * Makes the environment of a child: a short list of harmless variables, those that are handed on by name, and those
 * that are set. Nothing else of the host's own environment reaches it.
 *
 * @param env variables with their values, which win
 * @param envPass names of variables of the host
 */
export function childEnvironment(
  env: Iterable<readonly [string, string]>,
  envPass: readonly string[],
  host: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const made: Record<string, string> = Object.create(null)
  for (const name of [...INHERITED.split(' '), ...envPass]) {
    const value = host[name]
    if (value !== undefined) made[name] = value
  }
  for (const [name, value] of env) made[name] = value
  return made
}

/**
 * Writes a command line that can be pasted into a shell.
 *
 * @param args without the program
 */
export function shellLine(args: readonly string[]): string {
  return ['npx module-registry', ...args.map(quote)].join(' ')
}

function quote(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`
}

/** The shells for which there is a script. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

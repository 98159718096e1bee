/** One open bracket, and what is going on directly inside of it. */
export interface Frame {
  /** The closing bracket; a backtick for an expression in a template; nothing for the file itself. */
  readonly close: string
  /** Whether it is the body of a class. */
  readonly isClass: boolean
  /** Whether a parenthesis belongs to `if`, `for` and the like, or to a getter. */
  readonly role: 'control' | 'getter' | 'other'
  /** How many classes have begun whose body is to come. */
  heads: number
  /** How deep in type parameters and arguments such a head is. */
  angles: number
  /** Whether a function has begun, and whether the type of its result is being read. */
  stage: 'none' | 'function' | 'result'
  /** Whether what follows a `=` is being read. */
  initializer: boolean
  /** The role of the last parentheses that ended in here. */
  ended: Frame['role']
}

/** Makes the frame of a bracket that has just been opened. */
export function createFrame(
  close: string,
  { isClass = false, role = 'other' }: Partial<Pick<Frame, 'isClass' | 'role'>> = {},
): Frame {
  return { close, isClass, role, heads: 0, angles: 0, stage: 'none', initializer: false, ended: 'other' }
}

import { deriveBaseId } from './base-id.ts'
import { IdTooLongError, InvalidSegmentError, ModuleIdConflictError } from './errors.ts'
import { MAX_ID_LENGTH } from './module-id.ts'
import { isSegment, suggestSegment, toSegment } from './segment.ts'

/** What deriving IDs needs to know of a class; every `ClassDescriptor` of the scanner fits. */
export interface MultiClassDescriptor {
  /** The class's own name. */
  readonly name: string
  /** Whether it counts as a module. */
  readonly implementsModule: boolean
  /** Whether it carries the multi-class marker. */
  readonly multiClass?: boolean
}

/** One module ID and the class it belongs to. */
export interface MultiClassEntry {
  readonly moduleId: string
  readonly className: string
}

/**
 * Gives every module class of a file its ID (seed: multi-module discovery).
 *
 * A single module class has the base ID of its file, whatever the mode. Several have one ID each,
 * `baseId.segment`, when multi-class mode is on; otherwise the first one has the base ID.
 *
 * @param filePath path of the file; the base ID is taken below the first occurrence of `extensionsRoot` in it
 * @param classes what the scanner found in that file
 * @param extensionsRoot the extensions root, such as `extensions` or `packages/tools/extensions`
 * @param multiClassEnabled turns the mode on for this file, as a marker on any of its module classes does
 * @returns one entry per module, in the order of `classes`; empty when there is no module
 * @throws InvalidSegmentError when a part of the path or a class name gives no legal segment
 * @throws ModuleIdConflictError when two classes give one segment
 * @throws IdTooLongError when an ID has more than 192 characters
 */
export function discoverMultiClass(
  filePath: string,
  classes: readonly MultiClassDescriptor[],
  extensionsRoot = 'extensions',
  multiClassEnabled = false,
): MultiClassEntry[] {
  const modules = classes.filter((descriptor) => descriptor.implementsModule)
  const first = modules[0]
  if (first === undefined) return []
  const base = deriveBaseId(belowRoot(filePath, extensionsRoot), { fileNames: 'normalize' })
  if (!base.ok) throw invalidSegment(filePath, base.bad[0])
  const multi =
    modules.length > 1 && (multiClassEnabled || modules.some((module) => module.multiClass === true))
  if (!multi) return [checkedEntry(filePath, base.id, first.name)]
  const classOf = new Map<string, string>()
  for (const { name } of modules) {
    const segment = toSegment(name)
    if (!isSegment(segment)) {
      const suggestion = suggestSegment(name)
      throw invalidSegment(filePath, {
        segment,
        className: name,
        ...(suggestion === undefined ? {} : { suggestion }),
      })
    }
  }
  for (const { name } of modules) {
    const segment = toSegment(name)
    const other = classOf.get(segment)
    if (other !== undefined) {
      throw new ModuleIdConflictError(
        `The classes ${other} and ${name} of ${filePath} both give "${segment}".`,
        {
          filePath,
          classNames: [other, name],
          conflictingSegment: segment,
        },
      )
    }
    classOf.set(segment, name)
  }
  return modules.map(({ name }) => checkedEntry(filePath, `${base.id}.${toSegment(name)}`, name))
}

function checkedEntry(filePath: string, moduleId: string, className: string): MultiClassEntry {
  if (moduleId.length > MAX_ID_LENGTH) {
    throw new IdTooLongError(
      `The module ID of ${className} in ${filePath} has ${moduleId.length} characters; ${MAX_ID_LENGTH} are allowed.`,
      { filePath, moduleId, length: moduleId.length },
    )
  }
  return { moduleId, className }
}

function invalidSegment(
  filePath: string,
  problem: { segment: string; suggestion?: string; className?: string },
): InvalidSegmentError {
  const of = problem.className === undefined ? 'a part of the path' : `the class ${problem.className}`
  return new InvalidSegmentError(`"${problem.segment}" (${of}, ${filePath}) is no legal ID segment.`, {
    filePath,
    segment: problem.segment,
    ...(problem.className === undefined ? {} : { className: problem.className }),
    ...(problem.suggestion === undefined ? {} : { suggestion: problem.suggestion }),
  })
}

/** Cuts a path behind the first occurrence of the root's segments; without one only the file name is left. */
function belowRoot(filePath: string, extensionsRoot: string): string {
  const parts = split(filePath)
  const root = split(extensionsRoot)
  for (let at = 0; root.length > 0 && at + root.length < parts.length; at++) {
    if (root.every((part, i) => parts[at + i] === part)) return parts.slice(at + root.length).join('/')
  }
  return parts.at(-1) ?? ''
}

function split(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
}

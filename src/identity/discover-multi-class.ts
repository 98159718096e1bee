import { pathSegments } from './base-id.ts'
import { InvalidSegmentError, ModuleIdConflictError } from './errors.ts'
import { assertLength } from './module-id.ts'
import { badSegment, isSegment, toSegment } from './segment.ts'

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
  const base = pathSegments(belowRoot(filePath, extensionsRoot), 'normalize').map((part) => {
    if (typeof part === 'string') return part
    throw invalidSegment(filePath, part)
  })
  const multi =
    modules.length > 1 && (multiClassEnabled || modules.some((module) => module.multiClass === true))
  if (!multi) return [checkedEntry(filePath, base, first.name)]
  const segments = modules.map(({ name }) => {
    const segment = toSegment(name)
    if (isSegment(segment)) return segment
    throw invalidSegment(filePath, { ...badSegment(name, segment), className: name })
  })
  segments.forEach((conflictingSegment, i) => {
    const first = segments.indexOf(conflictingSegment)
    if (first === i) return
    const classNames: [string, string] = [modules[first]!.name, modules[i]!.name]
    throw new ModuleIdConflictError(
      `The classes ${classNames.join(' and ')} of ${filePath} both give "${conflictingSegment}".`,
      { filePath, classNames, conflictingSegment },
    )
  })
  return modules.map(({ name }, i) => checkedEntry(filePath, [...base, segments[i]!], name))
}

function checkedEntry(filePath: string, segments: readonly string[], className: string): MultiClassEntry {
  const moduleId = segments.join('.')
  assertLength(moduleId, `of ${className} in ${filePath}`, { filePath })
  return { moduleId, className }
}

function invalidSegment(
  filePath: string,
  problem: { segment: string; suggestion?: string; className?: string },
): InvalidSegmentError {
  const { segment, className } = problem
  const of = className === undefined ? 'a part of the path' : `the class ${className}`
  return new InvalidSegmentError(`"${segment}" (${of}, ${filePath}) is no legal ID segment.`, {
    filePath,
    ...problem,
  })
}

/** Cuts a path behind the first occurrence of the root's segments; without one only the file name is left. */
function belowRoot(filePath: string, extensionsRoot: string): string {
  const path = `/${normalize(filePath)}`
  const root = `/${normalize(extensionsRoot)}/`
  const at = path.indexOf(root)
  return path.slice(at < 0 ? path.lastIndexOf('/') + 1 : at + root.length)
}

/** One `/` between the parts, and nothing around them. */
function normalize(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

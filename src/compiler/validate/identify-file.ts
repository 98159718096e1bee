import type { Report } from '../../diagnostics/collector.ts'
import type { Place } from '../../diagnostics/diagnostic.ts'
import { type BaseId, deriveBaseId } from '../../identity/base-id.ts'
import { EPHEMERAL, MAX_ID_LENGTH } from '../../identity/module-id.ts'
import { isSegment, lostCharacters, suggestSegment, toSegment } from '../../identity/segment.ts'
import type { ExtensionFile } from '../discover/extension-files.ts'
import type { ResolvedOptions } from '../options.ts'
import type { ClassDescriptor } from '../parse/class-descriptor.ts'

/** A module with its ID, not yet compared with those of other files. */
export interface IdentifiedModule {
  readonly id: string
  readonly descriptor: ClassDescriptor
  readonly source: ExtensionFile
  /** Its place among the modules of its file, from 0. */
  readonly order: number
}

/**
 * Gives the modules of one file their IDs, or reports every reason why it cannot: one bad class means that no
 * module of the file is registered (seed: discovery algorithm).
 *
 * @param classes everything the scanner described; what is no module is left out
 */
export function identifyFile(
  source: ExtensionFile,
  classes: readonly ClassDescriptor[],
  options: ResolvedOptions,
  report: Report,
): IdentifiedModule[] {
  const modules = classes.filter((descriptor) => descriptor.implementsModule)
  const [first] = modules
  if (first === undefined) return []
  const { namespace } = source.root
  const base = deriveBaseId(source.pathInRoot, {
    fileNames: options.fileNames,
    ...(namespace === undefined ? {} : { namespace }),
  })
  const sound = checkBaseId(source, base, first, options, report)
  const chosen = chooseModules(source, modules, options, report)
  if (chosen === undefined) return []
  if (!checkSegments(source, chosen, base, report) || !sound || !base.ok) return []
  const identified = chosen.modules.map((descriptor, order): IdentifiedModule => {
    const id = chosen.multi ? `${base.id}.${toSegment(descriptor.name)}` : base.id
    return { id, descriptor, source, order }
  })
  if (!checkLengths(source, identified, report)) return []
  if (chosen.multi) reportLostCharacters(source, chosen.modules, report)
  return identified
}

/** The place of a class, for diagnostics. */
export function placeOf(source: ExtensionFile, descriptor: ClassDescriptor): Place {
  const { line, column, endColumn } = descriptor
  return { file: source.file, line, column, endLine: line, endColumn }
}

function checkBaseId(
  source: ExtensionFile,
  base: BaseId,
  first: ClassDescriptor,
  options: ResolvedOptions,
  report: Report,
): boolean {
  const at = placeOf(source, first)
  const filePath = source.file
  for (const part of base.ok ? [] : base.bad) report('INVALID_SEGMENT', { filePath, ...part }, { at })
  const segment = base.ok ? base.id.split('.', 1)[0] : base.first
  const reserved = segment !== undefined && (segment === EPHEMERAL || options.reservedWords.includes(segment))
  if (reserved) report('RESERVED_WORD', { filePath, segment }, { at })
  return base.ok && !reserved
}

/** The modules that take part, and whether each gets a segment of its own. */
interface Chosen {
  readonly modules: readonly ClassDescriptor[]
  readonly multi: boolean
}

/** Whether each module of a file has a segment of its own. */
export function isMultiClass(modules: readonly ClassDescriptor[]): boolean {
  return modules.length > 1 && modules.some((descriptor) => descriptor.multiClass === true)
}

function chooseModules(
  source: ExtensionFile,
  modules: readonly ClassDescriptor[],
  options: ResolvedOptions,
  report: Report,
): Chosen | undefined {
  if (modules.length === 1) return { modules, multi: false }
  if (isMultiClass(modules)) return { modules, multi: true }
  const [first, ...others] = modules
  const details = { filePath: source.file, classNames: modules.map((descriptor) => descriptor.name) }
  const extras = {
    at: placeOf(source, first!),
    related: others.map((other) => ({ ...placeOf(source, other), message: nameOf(other) })),
  }
  if (options.onMultiple === 'error') {
    report('MULTIPLE_MODULE_CLASSES', details, extras)
    return undefined
  }
  const left = others.map((other) => other.name).join(', ')
  report('MULTIPLE_MODULE_CLASSES', details, {
    ...extras,
    severity: 'warning',
    message: `This file has ${modules.length} modules and no multi-class marker. Only ${first!.name} is registered; left out: ${left}.`,
  })
  return { modules: [first!], multi: false }
}

function checkSegments(source: ExtensionFile, chosen: Chosen, base: BaseId, report: Report): boolean {
  if (!chosen.multi) return true
  const filePath = source.file
  const bySegment = new Map<string, ClassDescriptor[]>()
  let sound = true
  for (const descriptor of chosen.modules) {
    const segment = toSegment(descriptor.name)
    if (isSegment(segment)) {
      bySegment.set(segment, [...(bySegment.get(segment) ?? []), descriptor])
      continue
    }
    sound = false
    const suggestion = suggestSegment(descriptor.name)
    const details = { filePath, segment, className: descriptor.name }
    const at = placeOf(source, descriptor)
    report('INVALID_SEGMENT', suggestion === undefined ? details : { ...details, suggestion }, { at })
  }
  for (const [conflictingSegment, [first, ...others]] of bySegment) {
    if (others.length === 0) continue
    sound = false
    const classNames = [first!, ...others].map((descriptor) => descriptor.name)
    const moduleId = base.ok ? { moduleId: `${base.id}.${conflictingSegment}` } : {}
    report(
      'MODULE_ID_CONFLICT',
      { filePath, classNames, conflictingSegment, ...moduleId },
      {
        at: placeOf(source, first!),
        related: others.map((other) => ({ ...placeOf(source, other), message: nameOf(other) })),
      },
    )
  }
  return sound
}

function checkLengths(source: ExtensionFile, modules: readonly IdentifiedModule[], report: Report): boolean {
  const tooLong = modules.filter(({ id }) => id.length > MAX_ID_LENGTH)
  for (const { id: moduleId, descriptor } of tooLong) {
    const details = { filePath: source.file, moduleId, length: moduleId.length }
    report('ID_TOO_LONG', details, { at: placeOf(source, descriptor) })
  }
  return tooLong.length === 0
}

function reportLostCharacters(
  source: ExtensionFile,
  modules: readonly ClassDescriptor[],
  report: Report,
): void {
  for (const descriptor of modules) {
    const lost = lostCharacters(descriptor.name)
    if (lost === '') continue
    const details = { className: descriptor.name, segment: toSegment(descriptor.name), lost }
    report('LOSSY_SEGMENT', details, { at: placeOf(source, descriptor) })
  }
}

/** How a module is called in a list of places. */
export function nameOf(descriptor: ClassDescriptor): string {
  return `${descriptor.shape === 'object' ? 'module' : 'class'} ${descriptor.name}`
}

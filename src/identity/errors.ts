import { ModuleRegistryError } from '../diagnostics/error.ts'

/** Facts of a {@link ModuleIdConflictError}: for two classes of one file, or for one ID claimed twice. */
export interface ModuleIdConflictDetails {
  /** The file whose classes collide; absent when the ID was claimed by hand. */
  filePath?: string
  /** The two classes, in source order. */
  classNames?: [string, string]
  /** The segment that both classes give. */
  conflictingSegment?: string
  /** The ID that is claimed twice. */
  moduleId?: string
}

/** Two modules claim one ID (`MODULE_ID_CONFLICT`). */
export class ModuleIdConflictError extends ModuleRegistryError<ModuleIdConflictDetails> {
  constructor(message: string, details: ModuleIdConflictDetails) {
    super('MODULE_ID_CONFLICT', message, details)
    this.name = 'ModuleIdConflictError'
  }
}

/** Facts of an {@link InvalidSegmentError}. */
export interface InvalidSegmentDetails {
  /** The file that the ID was derived from; absent for an ID given by hand. */
  filePath?: string
  /** The text that breaks the grammar, as derived. */
  segment: string
  /** The class it was derived from; absent when the path is at fault. */
  className?: string
  /** A valid name near it, where one exists. */
  suggestion?: string
}

/** A segment breaks the ID grammar (`INVALID_SEGMENT`). */
export class InvalidSegmentError extends ModuleRegistryError<InvalidSegmentDetails> {
  constructor(message: string, details: InvalidSegmentDetails) {
    super('INVALID_SEGMENT', message, details)
    this.name = 'InvalidSegmentError'
  }
}

/** Facts of an {@link IdTooLongError}. */
export interface IdTooLongDetails {
  /** The file that the ID was derived from; absent for an ID given by hand. */
  filePath?: string
  moduleId: string
  /** Length of `moduleId`, in characters. */
  length: number
}

/** An ID has more than 192 characters (`ID_TOO_LONG`). */
export class IdTooLongError extends ModuleRegistryError<IdTooLongDetails> {
  constructor(message: string, details: IdTooLongDetails) {
    super('ID_TOO_LONG', message, details)
    this.name = 'IdTooLongError'
  }
}

/** Facts of a {@link ReservedWordError}. */
export interface ReservedWordDetails {
  /** The reserved first segment. */
  segment: string
}

/** The first segment of an ID is a reserved word (`RESERVED_WORD`). */
export class ReservedWordError extends ModuleRegistryError<ReservedWordDetails> {
  constructor(message: string, details: ReservedWordDetails) {
    super('RESERVED_WORD', message, details)
    this.name = 'ReservedWordError'
  }
}

import { ModuleRegistryError } from '../diagnostics/error.ts'
import type { OptionIssue } from '../diagnostics/option-issue.ts'
import { errorText } from '../util/error-text.ts'
import type { CatalogContribution, ContributionSource } from './contribution.ts'
import { describeContribution } from './contribution.ts'
import { describeSource } from './source.ts'

/** The kernel was called with an argument that it cannot use (`OPTIONS_INVALID`). */
export class KernelArgumentError extends ModuleRegistryError<{ issues: readonly OptionIssue[] }> {
  constructor(issues: readonly OptionIssue[]) {
    super('OPTIONS_INVALID', issues.map(({ path, message }) => `${path}: ${message}`).join('\n'), { issues })
    this.name = 'KernelArgumentError'
  }
}

/** A build was aborted by a signal whose reason is no error of its own (`BUILD_ABORTED`). */
export class BuildAbortedError extends ModuleRegistryError {
  constructor(reason: unknown) {
    super('BUILD_ABORTED', `The build was aborted: ${errorText(reason)}`, {}, { cause: reason })
    this.name = 'BuildAbortedError'
  }
}

/** Contributors failed (`CONTRIBUTOR_FAILED`); `cause` is what the first threw, in the order of their names. */
export class ContributorError extends ModuleRegistryError<{ contributors: readonly string[] }> {
  /** What each of them threw, in the order of `details.contributors`. */
  readonly errors: readonly unknown[]

  constructor(failures: readonly { name: string; error: unknown }[]) {
    super(
      'CONTRIBUTOR_FAILED',
      failures.map(({ name, error }) => `The contributor "${name}" failed: ${errorText(error)}`).join('\n'),
      { contributors: failures.map(({ name }) => name) },
      { cause: failures[0]?.error },
    )
    this.name = 'ContributorError'
    this.errors = failures.map(({ error }) => error)
  }
}

/** What is wrong with one contribution. */
export interface ValidationProblem {
  readonly kind: string
  readonly id: string
  readonly reason: string
  readonly source: ContributionSource
}

/** One rule that one contribution breaks (`CONTRIBUTION_INVALID`); thrown only inside a {@link ContributionsInvalidError}. */
export class ValidationError extends ModuleRegistryError<ValidationProblem> {
  readonly kind: string
  readonly id: string
  /** The rule, as a clause: `the ID contains white space`. */
  readonly reason: string

  constructor(contribution: Pick<CatalogContribution, 'kind' | 'id' | 'source'>, reason: string) {
    const { kind, id, source } = contribution
    super(
      'CONTRIBUTION_INVALID',
      `The ${describeContribution(kind, id)} of ${describeSource(source)} is not valid: ${reason}`,
      { kind, id, reason, source },
    )
    this.name = 'ValidationError'
    this.kind = kind
    this.id = id
    this.reason = reason
  }
}

/** Everything that validation found in one build (`CONTRIBUTION_INVALID`). */
export class ContributionsInvalidError extends ModuleRegistryError<{
  problems: readonly ValidationProblem[]
}> {
  /** One per broken rule, sorted by kind, ID, source and reason. */
  readonly errors: readonly ValidationError[]

  constructor(errors: readonly ValidationError[]) {
    super('CONTRIBUTION_INVALID', errors.map((error) => error.message).join('\n'), {
      problems: errors.map((error) => error.details),
    })
    this.name = 'ContributionsInvalidError'
    this.errors = errors
  }
}

/** The activator failed (`ACTIVATION_FAILED`); `cause` is what it threw. */
export class ActivationError extends ModuleRegistryError<{ generation: number }> {
  constructor(generation: number, reason: string, cause?: unknown) {
    super(
      'ACTIVATION_FAILED',
      `Generation ${generation} was not activated: ${reason}`,
      { generation },
      { cause },
    )
    this.name = 'ActivationError'
  }
}

/** Resources of a runtime set failed to close (`CLOSE_FAILED`); the others are closed. */
export class CloseError extends ModuleRegistryError<{ generation: number; messages: readonly string[] }> {
  /** What was thrown, in the order of closing. */
  readonly errors: readonly unknown[]

  constructor(generation: number, errors: readonly unknown[]) {
    const messages = errors.map(errorText)
    super(
      'CLOSE_FAILED',
      `${errors.length} of the resources of generation ${generation} did not close:\n${messages.join('\n')}`,
      { generation, messages },
      { cause: errors[0] },
    )
    this.name = 'CloseError'
    this.errors = errors
  }
}

/** Facts of an {@link InterceptorError}. */
export interface InterceptorErrorDetails {
  readonly point: string
  readonly source: ContributionSource
  readonly order: number
}

/** An interceptor failed (`INTERCEPTOR_FAILED`); `cause` is what it threw. */
export class InterceptorError extends ModuleRegistryError<InterceptorErrorDetails> {
  constructor(point: string, interceptor: CatalogContribution, reason: string, cause?: unknown) {
    const { source, order } = interceptor
    super(
      'INTERCEPTOR_FAILED',
      `The interceptor of ${describeSource(source)} failed at "${point}": ${reason}`,
      { point, source, order },
      { cause },
    )
    this.name = 'InterceptorError'
  }
}

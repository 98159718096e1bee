import { KernelArgumentError } from './errors.ts'

/**
 * Checks a generation.
 *
 * @returns the same number
 * @throws KernelArgumentError when it is no whole number from 0
 */
export function assertGeneration(generation: number): number {
  if (Number.isSafeInteger(generation) && generation >= 0) return generation
  throw new KernelArgumentError([{ path: 'generation', message: 'is no whole number from 0' }])
}

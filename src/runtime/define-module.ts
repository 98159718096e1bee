import type { Module } from './api.ts'

/**
 * Marks an object as a module and checks its shape; gives it back unchanged, with its own type.
 *
 * @example
 * export const greet = defineModule({
 *   description: 'Greets somebody.',
 *   execute: ({ name }: { name: string }) => `Hello ${name}`,
 * })
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineModule<const M extends Module>(module: M): M {
  return module
}

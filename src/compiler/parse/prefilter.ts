import type { ModuleInterface } from '../options.ts'

/** The functions and classes that make module objects. */
export const FACTORY_NAMES: readonly string[] = ['FunctionModule', 'module', 'defineModule']

/** What a text must mention to hold a module. */
export interface ModuleNames {
  readonly moduleInterface: ModuleInterface
  readonly moduleFactories: readonly string[]
}

/**
 * The cheap question before the expensive one: could this text declare a module at all?
 *
 * It may say yes too often, and never no wrongly: a module class needs `class` and something it inherits from, a
 * module object the name of the interface, or of a factory and of its package.
 */
export function mayHoldModule(text: string, names: ModuleNames): boolean {
  if (text.includes('class') && (text.includes('implements') || text.includes('extends'))) return true
  if (text.includes(names.moduleInterface.name)) return true
  return (
    names.moduleFactories.some((specifier) => text.includes(specifier)) &&
    FACTORY_NAMES.some((name) => text.includes(name))
  )
}

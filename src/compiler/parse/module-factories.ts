import type { InitFacts, Scope } from './facts.ts'
import { FACTORY_NAMES } from './prefilter.ts'

/**
 * Whether an initialiser makes a module: `new FunctionModule(…)`, `module(…)` or `defineModule(…)`, imported under
 * whatever name from one of the packages.
 */
export function isFactoryCall(init: InitFacts, scope: Scope, packages: readonly string[]): boolean {
  if (init.kind !== 'create') return false
  const [head = '', ...rest] = init.callee
  const imported = scope.imports.get(head)
  if (imported === undefined || !packages.includes(imported.specifier)) return false
  const name =
    imported.imported === '*' || imported.imported === 'default' ? rest.join('.') : imported.imported
  return FACTORY_NAMES.includes(name)
}

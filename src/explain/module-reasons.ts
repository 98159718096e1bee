import type { Compilation } from '../compiler/compile.ts'
import type { ResolvedOptions } from '../compiler/options.ts'
import type { Scope } from '../compiler/parse/facts.ts'
import type { IdentifiedModule } from '../compiler/validate/identify-file.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { list } from '../diagnostics/wording.ts'
import type { ExplainedClass, Reason } from './explanation.ts'

/** Why a text is not even parsed. */
export function textReason({ moduleInterface }: Pick<ResolvedOptions, 'moduleInterface'>): Reason {
  const { name } = moduleInterface
  return {
    rule: 'text',
    message: `Its text cannot hold a module: there is no class that extends or implements something, no \`${name}\`, and no factory of modules.`,
  }
}

/** Why a file that cannot be parsed is left out. */
export function syntaxReason(problems: readonly Diagnostic[]): Reason {
  const message = problems.find(({ code }) => code === 'PARSE_ERROR')?.message
  return { rule: 'syntax', message: message ?? 'It cannot be understood, because of a syntax error.' }
}

/** Why a file without modules has none. */
export function noModuleReason(classes: readonly ExplainedClass[], scope: Scope): Reason {
  const [first, ...others] = classes
  const rule = 'no-module'
  if (first === undefined) {
    const handsOn = scope.stars.length > 0 || [...scope.exports.values()].some((one) => 'specifier' in one)
    return {
      rule,
      message: handsOn
        ? 'It declares no class. What it only hands on belongs to the file that declares it.'
        : 'It declares no class, and exports no module object.',
    }
  }
  return {
    rule,
    message:
      others.length === 0
        ? `Its only ${first.shape}, ${first.name}, is no module.`
        : `None of its ${classes.length} classes and objects is a module.`,
  }
}

/** Why none of the modules of a file is registered; nothing where one is. */
export function moduleReason(
  classes: readonly ExplainedClass[],
  identified: readonly IdentifiedModule[],
  problems: readonly Diagnostic[],
  { snapshot }: Pick<Compilation, 'snapshot'>,
): Reason | undefined {
  if (classes.some(({ registered }) => registered)) return undefined
  const winners = identified.flatMap(({ id }) => {
    const source = snapshot.catalog.get('module', id)?.source
    return source === undefined ? [] : [{ id, from: source.path ?? source.origin ?? source.scope }]
  })
  if (identified.length > 0 && winners.length === identified.length) return shadowed(winners)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const isConflict = ({ code }: Diagnostic): boolean => code === 'MODULE_ID_CONFLICT'
  // A file whose modules have IDs lost them to other files; else something is wrong within it.
  const rule = identified.length > 0 || errors.every(isConflict) ? 'conflict' : 'refused'
  const cause = errors.find((one) => isConflict(one) === (rule === 'conflict')) ?? errors[0]
  const { message, hint } = cause ?? { message: 'Its modules were refused.', hint: undefined }
  return { rule, message, ...(hint === undefined ? {} : { hint }) }
}

function shadowed(winners: readonly { readonly id: string; readonly from: string }[]): Reason {
  const [only, ...others] = winners
  const message =
    others.length === 0
      ? `The registry takes "${only!.id}" from ${only!.from}, which ranks higher.`
      : `The registry takes ${list(winners.map(({ id }) => `"${id}"`))} from elsewhere, which ranks higher.`
  return { rule: 'shadowed', message }
}

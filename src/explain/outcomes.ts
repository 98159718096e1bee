import type { ModuleInterface } from '../compiler/options.ts'
import type { ClassOutcome, ObjectOutcome } from '../compiler/parse/decide.ts'
import type { HeritageLink } from './explanation.ts'

/** What decides how an outcome is worded. */
export interface OutcomeFacts {
  readonly shape: 'class' | 'object'
  readonly byFactory: boolean
  readonly heritage: readonly HeritageLink[]
  readonly wanted: ModuleInterface
}

/** Words what became of a class or an object, as a sentence. */
export function outcomeMessage(outcome: ClassOutcome | ObjectOutcome, facts: OutcomeFacts): string {
  const { shape, byFactory, heritage, wanted } = facts
  const name = `\`${wanted.name}\`${wanted.from === undefined ? '' : ` from "${wanted.from}"`}`
  const leads = heritage.some((link) => link.leads === 'yes')
  switch (outcome) {
    case 'module':
      return byFactory
        ? 'It is a module: a factory makes it.'
        : `It is a module: it ${shape === 'class' ? 'implements' : 'is written as'} ${name}.`
    case 'abstract':
      return 'It is no module, since it is abstract. Classes that extend it may be some.'
    case 'ambient':
      return 'It is no module, since it is only declared here.'
    case 'unexported':
      return leads || shape === 'object'
        ? `It would be a module, and is not exported. Put \`export\` in front of it.`
        : 'It is no module: it is not exported.'
    case 'type-only':
      return 'It is no module: it is exported as a type only. Export it as a value.'
    case 'ingredient':
      return 'It is no module: others of this file are made of it, and it is not exported.'
    case 'changeable':
      return 'It is no module, since it is no constant. Declare it with `const`.'
    case 'unknown':
      return 'It is no module, since nobody can tell what it extends.'
    case 'unrelated':
      return heritage.length === 0
        ? `It is no module: it extends and implements nothing. Write \`implements ${wanted.name}\`.`
        : `It is no module: nothing that it extends or implements leads to ${name}.`
  }
}

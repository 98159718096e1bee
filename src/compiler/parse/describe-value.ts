import type { CatalogFields } from '../../catalog/fields.ts'
import type { LocatedClass } from './base-search.ts'
import type { ClassDescriptor } from './class-descriptor.ts'
import type { VariableFacts } from './facts.ts'
import type { Heritage } from './heritage.ts'

/** What is known of a class besides its own facts. */
export interface ClassSituation {
  readonly exportName: string
  /** Exported through a constant: the export is a value and no type. */
  readonly exportedAsValueOnly: boolean
  readonly implementsModule: boolean
  readonly fileMarked: boolean
  readonly heritage: Heritage
  readonly fields: CatalogFields
}

/** Makes the descriptor of a class; constructor and fields may come from its base classes. */
export function describeClass(located: LocatedClass, situation: ClassSituation): ClassDescriptor {
  const { class: facts } = located
  const chain = [...baseChain(located, situation.heritage)]
  const constructed = chain.find((one) => one.class.requiredArguments !== undefined)
  const shape =
    facts.expression || situation.exportedAsValueOnly
      ? 'class-expression'
      : facts.generic
        ? 'generic-class'
        : 'class'
  return {
    name: facts.name,
    implementsModule: situation.implementsModule,
    ...(facts.marked || situation.fileMarked ? { multiClass: true } : {}),
    exportName: situation.exportName,
    shape,
    ...place(facts.range),
    ...((constructed?.class.requiredArguments ?? 0) > 0 ? { needsArguments: true } : {}),
    ...situation.fields,
  }
}

/** Makes the descriptor of a module object. */
export function describeObject(
  variable: VariableFacts,
  exportName: string,
  fileMarked: boolean,
  fields: CatalogFields,
): ClassDescriptor {
  const { init } = variable
  const object = init.kind === 'object' || init.kind === 'create' ? init.object : undefined
  return {
    name: variable.name,
    implementsModule: true,
    ...(fileMarked || object?.marked === true ? { multiClass: true } : {}),
    exportName,
    shape: 'object',
    ...place(variable.range),
    ...fields,
  }
}

/** A class and its base classes, as far as they can be found; cycles end. */
function* baseChain(located: LocatedClass, heritage: Heritage): Generator<LocatedClass> {
  const seen = new Set<object>()
  for (let one: LocatedClass | undefined = located; one !== undefined && !seen.has(one.class); ) {
    seen.add(one.class)
    yield one
    one = heritage.baseOf(one)
  }
}

function place(range: {
  line: number
  column: number
  endColumn: number
}): Pick<ClassDescriptor, 'line' | 'column' | 'endColumn'> {
  return { line: range.line, column: range.column, endColumn: range.endColumn }
}

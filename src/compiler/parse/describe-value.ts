import type { LocatedClass } from './base-search.ts'
import type { ClassDescriptor } from './class-descriptor.ts'
import { FIELD_NAMES, type FieldName, type Fields, type VariableFacts } from './facts.ts'
import type { Heritage } from './heritage.ts'

/** What is known of a class besides its own facts. */
export interface ClassSituation {
  readonly exportName: string
  /** Exported through a constant: the export is a value and no type. */
  readonly exportedAsValueOnly: boolean
  readonly implementsModule: boolean
  readonly fileMarked: boolean
  readonly heritage: Heritage
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
    ...catalogFields(chain.map((one) => one.class.fields)),
  }
}

/** Makes the descriptor of a module object. */
export function describeObject(
  variable: VariableFacts,
  exportName: string,
  fileMarked: boolean,
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
    ...catalogFields(object === undefined ? [] : [object.fields]),
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

/** The nearest declaration of each field; one whose value cannot be read off hides those behind it. */
function catalogFields(chain: readonly Fields[]): Pick<ClassDescriptor, FieldName> {
  const values: { description?: string; tags?: readonly string[]; version?: string } = {}
  for (const name of FIELD_NAMES) {
    const folded = chain.map((fields) => fields[name]).find((field) => field !== undefined)
    if (folded === undefined || !('value' in folded)) continue
    const { value } = folded
    if (name === 'tags') {
      if (typeof value !== 'string') values.tags = value
    } else if (typeof value === 'string') values[name] = value
  }
  return values
}

function place(range: {
  line: number
  column: number
  endColumn: number
}): Pick<ClassDescriptor, 'line' | 'column' | 'endColumn'> {
  return { line: range.line, column: range.column, endColumn: range.endColumn }
}

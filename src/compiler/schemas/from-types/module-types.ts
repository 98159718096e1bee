import { relative } from 'pathe'
import type { CatalogFields, UnresolvedField } from '../../../catalog/fields.ts'
import type { Report } from '../../../diagnostics/collector.ts'
import type { Place } from '../../../diagnostics/diagnostic.ts'
import type { ResolvedOptions } from '../../options.ts'
import { OptionsInvalidError } from '../../resolve-options.ts'
import { type IdentifiedModule, placeOf } from '../../validate/identify-file.ts'
import { reasonOf } from '../refused.ts'
import { TypeSchemas } from './type-schemas.ts'

const SIDES = ['input', 'output'] as const

/** Gives modules the schemas that are not written, from the types of their `execute`. The catalog says so. */
export class ModuleTypes {
  readonly #options: ResolvedOptions
  readonly #types: TypeSchemas

  /** @throws OptionsInvalidError when what it takes is not installed */
  constructor(options: ResolvedOptions) {
    this.#options = options
    try {
      this.#types = new TypeSchemas(options.root)
    } catch (error) {
      throw new OptionsInvalidError([{ path: 'schemaFromTypes', message: reasonOf(error) }])
    }
  }

  /** Absolute paths of the files that the last answers depend on. */
  get files(): string[] {
    return this.#types.files
  }

  /** @param modules with what was folded */
  complete(modules: readonly IdentifiedModule[], report: Report): IdentifiedModule[] {
    const lacking = modules.filter(({ descriptor }) => SIDES.some((side) => !isWritten(descriptor, side)))
    this.#types.begin([...new Set(lacking.map(({ source }) => source.path))])
    return modules.map((module) => {
      const [input, output] = SIDES.map((side) => fieldsOf(module, side, this.#types, this.#options, report))
      const unresolved = { ...module.descriptor.unresolved, ...input?.unresolved, ...output?.unresolved }
      const descriptor = { ...module.descriptor, ...input, ...output }
      return {
        ...module,
        descriptor: Object.keys(unresolved).length > 0 ? { ...descriptor, unresolved } : descriptor,
      }
    })
  }
}

function isWritten({ unresolved, ...fields }: CatalogFields, side: 'input' | 'output'): boolean {
  return fields[`${side}Schema`] !== undefined || unresolved?.[`${side}Schema`] !== undefined
}

function fieldsOf(
  { descriptor, source }: IdentifiedModule,
  side: 'input' | 'output',
  types: TypeSchemas,
  { root, metadata }: ResolvedOptions,
  report: Report,
): CatalogFields {
  if (isWritten(descriptor, side)) return {}
  const field = `${side}Schema` as const
  const found = types.of(source.path, descriptor.exportName, side)
  if (found !== undefined && 'schema' in found) return { [field]: found.schema, [`${field}From`]: 'types' }
  const why = found && unresolvedAt(found, root)
  if (metadata === 'required') {
    const facts = { className: descriptor.name, field, ...(why && { reason: why.reason }) }
    report('METADATA_UNRESOLVED', facts, { at: why ? pointAt(why) : placeOf(source, descriptor) })
  }
  return why === undefined ? {} : { unresolved: { [field]: why } }
}

function unresolvedAt(
  { reason, path, line, column }: { reason: string; path: string; line: number; column: number },
  root: string,
): UnresolvedField {
  return { reason, file: relative(root, path), line, column }
}

function pointAt({ file, line, column }: UnresolvedField): Place {
  return { file, line, column, endLine: line, endColumn: column + 1 }
}

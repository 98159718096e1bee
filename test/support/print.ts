import { formatDiagnostics, formatPlace } from '../../src/diagnostics/format-text.ts'
import type { CatalogEntry, ClassDescriptor, Compilation, Diagnostic } from '../../src/index.ts'

/** The catalog entries of a compilation, by ID. */
export function entriesOf({ snapshot }: Compilation): CatalogEntry[] {
  return snapshot.catalog.byKind('module').map(({ payload }) => (payload as { entry: CatalogEntry }).entry)
}

/** The IDs of a compilation. */
export function idsOf(compilation: Compilation): string[] {
  return entriesOf(compilation).map((entry) => entry.id)
}

/** One line for each module: `math.add  Add  extensions/math/add.ts`, with the export's name where it differs. */
export function printModules(compilation: Compilation): string {
  return entriesOf(compilation)
    .map(({ id, className, exportName, file }) => {
      const name = className === exportName ? className : `${className} as ${exportName}`
      return `${id}  ${name}  ${file}`
    })
    .join('\n')
}

/** One line for each problem: `extensions/a.ts:2:14  MODULE_NOT_EXPORTED`, related places in brackets. */
export function printProblems({ diagnostics }: { diagnostics: readonly Diagnostic[] }): string {
  return diagnostics
    .map((diagnostic) => {
      const related = diagnostic.related.map((place) => formatPlace(place))
      const place = formatPlace(diagnostic)
      return [
        ...(place === '' ? [] : [place]),
        diagnostic.code,
        ...(related.length === 0 ? [] : [`[${related.join(', ')}]`]),
      ].join('  ')
    })
    .join('\n')
}

/** Everything that a compilation says: modules, an empty line, problems in full. */
export function printCompilation(compilation: Compilation): string {
  const modules = printModules(compilation)
  return `${modules === '' ? 'no modules' : modules}\n\n${printDiagnostics(compilation.diagnostics)}`
}

/** The problems as the command line prints them; only the version of the parser is left out, since it changes. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return formatDiagnostics(diagnostics).replaceAll(/\(TypeScript [^)]+\)/g, '(TypeScript <version>)')
}

/** One line for each descriptor: its name, how it is exported, and what is special about it. */
export function printDescriptors(descriptors: readonly ClassDescriptor[]): string {
  return descriptors
    .map((one) => {
      const name = one.name === one.exportName ? one.name : `${one.name} as ${one.exportName}`
      const notes = [
        one.implementsModule ? 'module' : 'class',
        one.shape === 'class' ? '' : one.shape,
        one.multiClass === true ? 'marked' : '',
        one.needsArguments === true ? 'needs arguments' : '',
      ]
      return `${one.line}:${one.column}  ${name}  ${notes.filter((note) => note !== '').join(', ')}`
    })
    .join('\n')
}

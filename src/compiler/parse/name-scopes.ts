import { isFlat, isFrozen, isMade } from './initial-values.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** Where a value is changed, or handed to code that may change it. */
export interface Change {
  readonly how: 'changed' | 'passed'
  /** Offsets. */
  readonly at: number
  readonly end: number
}

/** A name of a source, or a member of a class, as far as it matters who may change what it stands for. */
export interface Tracked {
  change?: Change
  /** Names whose values this one may share: whoever changes it changes theirs. */
  readonly sources: Tracked[]
  /** Whether its value is made by a call, as schemas are; such values are passed around and not changed. */
  made: boolean
  /** Whether it cannot be changed, whoever gets it. */
  frozen: boolean
  /** Whether it holds nothing but literals, so that nobody can change its parts. */
  flat: boolean
  /** The package that it is imported from. */
  specifier?: string
  /** The class whose instance, or which itself, it stands for; by the offset of the class. */
  owner?: number
}

/** The names that can be seen at a place. */
export interface NameScope {
  readonly parent?: NameScope
  readonly names: Map<string, Tracked>
}

export function createTracked(): Tracked {
  return { sources: [], made: false, frozen: false, flat: false }
}

export function findName(scope: NameScope, name: string): Tracked | undefined {
  for (let one: NameScope | undefined = scope; one !== undefined; one = one.parent) {
    const found = one.names.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** A scope inside of another, with what these statements declare. */
export function openScope(
  parent: NameScope | undefined,
  statements: readonly TypeScript.Statement[],
): NameScope {
  const scope: NameScope = { ...(parent === undefined ? {} : { parent }), names: new Map() }
  for (const statement of statements) declareStatement(statement, scope)
  return scope
}

/** Declares every name of a pattern. */
export function declarePattern(pattern: TypeScript.BindingName, scope: NameScope): Tracked[] {
  const ts = loadCompiler()
  if (ts.isIdentifier(pattern)) {
    const tracked = createTracked()
    scope.names.set(pattern.text, tracked)
    return [tracked]
  }
  return pattern.elements.flatMap((element) =>
    ts.isBindingElement(element) ? declarePattern(element.name, scope) : [],
  )
}

/** The names of a pattern, as they were declared. */
export function patternTargets(pattern: TypeScript.BindingName, scope: NameScope): Tracked[] {
  const ts = loadCompiler()
  if (ts.isIdentifier(pattern)) return [scope.names.get(pattern.text) ?? createTracked()]
  return pattern.elements.flatMap((element) =>
    ts.isBindingElement(element) ? patternTargets(element.name, scope) : [],
  )
}

function declareStatement(statement: TypeScript.Statement, scope: NameScope): void {
  const ts = loadCompiler()
  if (ts.isVariableStatement(statement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      for (const tracked of declarePattern(name, scope)) {
        if (initializer === undefined) continue
        tracked.made = isMade(initializer)
        tracked.frozen = isFrozen(initializer)
        tracked.flat = tracked.frozen || isFlat(initializer)
      }
    }
  } else if (ts.isClassDeclaration(statement)) {
    const owner = statement.pos
    if (statement.name !== undefined) scope.names.set(statement.name.text, { ...createTracked(), owner })
  } else if (
    ts.isFunctionDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  ) {
    const name = statement.name?.text
    if (name !== undefined && !scope.names.has(name)) scope.names.set(name, createTracked())
  } else if (ts.isImportDeclaration(statement)) declareImport(statement, scope)
}

function declareImport(statement: TypeScript.ImportDeclaration, scope: NameScope): void {
  const ts = loadCompiler()
  const { importClause: clause, moduleSpecifier } = statement
  if (clause === undefined || !ts.isStringLiteral(moduleSpecifier)) return
  const specifier = moduleSpecifier.text
  const add = (name: TypeScript.Identifier): void => {
    scope.names.set(name.text, { ...createTracked(), specifier })
  }
  if (clause.name !== undefined) add(clause.name)
  const { namedBindings: bindings } = clause
  if (bindings === undefined) return
  if (ts.isNamespaceImport(bindings)) add(bindings.name)
  else for (const element of bindings.elements) add(element.name)
}

import type { Scope } from './facts.ts'
import { hasModifier } from './fields.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'
import { entityPath } from './type-shape.ts'

/**
 * Reads a statement that links names between files or scopes: imports, re-exports and export lists.
 *
 * @returns whether it was one
 */
export function collectLinks(statement: TypeScript.Statement, scope: Scope): boolean {
  const ts = loadCompiler()
  if (ts.isImportDeclaration(statement)) collectImport(statement, scope)
  else if (ts.isImportEqualsDeclaration(statement)) collectImportEquals(statement, scope)
  else if (ts.isExportDeclaration(statement)) collectExportList(statement, scope)
  else return false
  return true
}

function collectImport(statement: TypeScript.ImportDeclaration, scope: Scope): void {
  const ts = loadCompiler()
  const clause = statement.importClause
  if (clause === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return
  const specifier = statement.moduleSpecifier.text
  if (clause.name !== undefined) scope.imports.set(clause.name.text, { specifier, imported: 'default' })
  const bindings = clause.namedBindings
  if (bindings === undefined) return
  if (ts.isNamespaceImport(bindings)) scope.imports.set(bindings.name.text, { specifier, imported: '*' })
  else {
    for (const element of bindings.elements) {
      scope.imports.set(element.name.text, {
        specifier,
        imported: (element.propertyName ?? element.name).text,
      })
    }
  }
}

/** `import a = require('x')` and `import a = N.b`. */
function collectImportEquals(statement: TypeScript.ImportEqualsDeclaration, scope: Scope): void {
  const ts = loadCompiler()
  const local = statement.name.text
  const reference = statement.moduleReference
  if (ts.isExternalModuleReference(reference)) {
    if (!ts.isStringLiteral(reference.expression)) return
    scope.imports.set(local, { specifier: reference.expression.text, imported: 'export=' })
  } else {
    const path = entityPath(reference)
    scope.values.set(local, { kind: 'alias', path })
  }
  if (hasModifier(statement, ts.SyntaxKind.ExportKeyword)) {
    scope.exports.set(local, { local, typeOnly: statement.isTypeOnly })
  }
}

function collectExportList(statement: TypeScript.ExportDeclaration, scope: Scope): void {
  const ts = loadCompiler()
  const specifier =
    statement.moduleSpecifier !== undefined && ts.isStringLiteral(statement.moduleSpecifier)
      ? statement.moduleSpecifier.text
      : undefined
  const clause = statement.exportClause
  if (clause === undefined) {
    if (specifier !== undefined) scope.stars.push(specifier)
    return
  }
  if (ts.isNamespaceExport(clause)) {
    if (specifier === undefined) return
    scope.exports.set(clause.name.text, { specifier, imported: '*', typeOnly: statement.isTypeOnly })
    return
  }
  for (const element of clause.elements) {
    const inner = (element.propertyName ?? element.name).text
    const typeOnly = statement.isTypeOnly || element.isTypeOnly
    const facts =
      specifier === undefined ? { local: inner, typeOnly } : { specifier, imported: inner, typeOnly }
    const before = scope.exports.get(element.name.text)
    if (before === undefined || before.typeOnly) scope.exports.set(element.name.text, facts)
  }
}

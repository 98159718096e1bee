import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** One place where a file names another module. */
export interface Import {
  /** As written: `./a.ts`, `node:path`, `zod`. */
  specifier: string
  /** Whether it is gone after the types are stripped. */
  typeOnly: boolean
}

/**
 * Lists what a JavaScript or TypeScript file imports: static and dynamic imports, re-exports, `require('…')` in
 * any spelling that ends in a call with one literal, and `import('…')` types.
 *
 * @param file absolute path of a `.ts`, `.d.ts` or `.js` file
 */
export function importsOf(file: string): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined, typeOnly: boolean): void => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && loads(node.expression)) add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

/** `import(…)`, `require(…)`, `require.resolve(…)`, `createRequire(…)(…)`. */
function loads(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || /require\b/i.test(callee.getText())
}

/** Lists the files below a folder with one of the given endings, as sorted paths that start with the folder. */
export function filesBelow(folder: string, ...endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

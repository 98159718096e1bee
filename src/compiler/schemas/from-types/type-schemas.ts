import { dirname } from 'node:path'
import type TypeScript from 'typescript'
import type { SchemaSide } from '../../fold/schema-library.ts'
import { normalizeSchema } from '../normal-form/normalize.ts'
import { reasonOf } from '../refused.ts'
import { findExecuteTypes } from './execute-types.ts'
import { type Compiler, loadTypeGenerator, type TypeGenerator } from './generator.ts'
import { refuseMethods } from './refuse-methods.ts'

/** What the type at an `execute` comes to. */
export type TypeSchema =
  | { readonly schema: object }
  /** It has no schema. The file is absolute, line and column are 1-based. */
  | { readonly reason: string; readonly path: string; readonly line: number; readonly column: number }

/** Derives schemas from the types of a project, again and again while it changes. */
export class TypeSchemas {
  readonly #generator: TypeGenerator
  readonly #root: string
  readonly #texts = new Map<string, TypeScript.SourceFile>()
  #program: TypeScript.Program | undefined

  /**
   * @param root of the project, absolute: its `tsconfig.json` says how types are checked
   * @throws Refused when the generator is not installed
   */
  constructor(root: string) {
    this.#root = root
    this.#generator = loadTypeGenerator(root)
  }

  /** Absolute paths of the files that the answers since the last {@link begin} may depend on. */
  get files(): string[] {
    const sources = this.#program?.getSourceFiles() ?? []
    return sources.map(({ fileName }) => fileName).filter((name) => !name.includes('/node_modules/'))
  }

  /**
   * Reads the project as it is now.
   *
   * @param paths absolute paths of the files with modules
   */
  begin(paths: readonly string[]): void {
    const { ts } = this.#generator
    const options = readOptions(this.#root, ts)
    const host = ts.createCompilerHost(options)
    host.getSourceFile = (path, target) => this.#sourceFile(path, target)
    this.#program = ts.createProgram([...paths], options, host, this.#program)
  }

  /**
   * Derives the schema of a side of a module.
   *
   * @param path absolute path of its file
   * @param name as which it is exported
   * @returns nothing when no type is written, or one that says nothing
   */
  of(path: string, name: string, side: SchemaSide): TypeSchema | undefined {
    const program = this.#program
    const source = program?.getSourceFile(path)
    if (program === undefined || source === undefined) return undefined
    const node = findExecuteTypes(source, name, program.getTypeChecker(), this.#generator.ts)[side]
    if (node === undefined) return undefined
    try {
      refuseMethods(node, program, this.#generator.ts)
      return { schema: normalizeSchema(this.#generator.schemaOf(node, program)) }
    } catch (error) {
      const file = node.getSourceFile()
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart())
      return {
        reason: `its type has no schema: ${reasonOf(error)}`,
        path: file.fileName,
        line: line + 1,
        column: character + 1,
      }
    }
  }

  /** A file is parsed anew only when its text is another. */
  #sourceFile(
    path: string,
    target: TypeScript.ScriptTarget | TypeScript.CreateSourceFileOptions,
  ): TypeScript.SourceFile | undefined {
    const { ts } = this.#generator
    const text = ts.sys.readFile(path)
    const known = this.#texts.get(path)
    if (text === undefined || known?.text === text) return text === undefined ? undefined : known
    const source = ts.createSourceFile(path, text, target, true)
    this.#texts.set(path, source)
    return source
  }
}

/** The options of the project's `tsconfig.json`; without one, those that new projects have. */
function readOptions(root: string, ts: Compiler): TypeScript.CompilerOptions {
  const path = ts.findConfigFile(root, ts.sys.fileExists)
  const config: unknown = path === undefined ? {} : ts.readConfigFile(path, ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(
    { ...(config as object), files: [], include: [] },
    ts.sys,
    path === undefined ? root : dirname(path),
  )
  return {
    ...defaults(ts),
    ...options,
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
  }
}

function defaults(ts: Compiler): TypeScript.CompilerOptions {
  return {
    strict: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    allowJs: true,
  }
}

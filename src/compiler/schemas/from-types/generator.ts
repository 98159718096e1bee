import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Generator from 'ts-json-schema-generator'
import type TypeScript from 'typescript'
import { findInstalled, loadInstalled } from '../installed-package.ts'

const GENERATOR = 'ts-json-schema-generator'

/** The compiler, in the version that the generator brings. */
export type Compiler = typeof TypeScript

/** What turns types into schemas. */
export interface TypeGenerator {
  readonly ts: Compiler
  /** @throws whatever the generator throws */
  schemaOf(node: TypeScript.TypeNode, program: TypeScript.Program): unknown
}

/**
 * Loads the generator that a project has installed. It is a peer, since its version decides which Node it runs on, and
 * because it brings a TypeScript of its own that few projects need.
 *
 * @param root of the project, absolute
 * @throws Refused when it is not installed
 */
export function loadTypeGenerator(root: string): TypeGenerator {
  const installed = findInstalled(GENERATOR, join(root, 'package.json'))
  const generator = loadInstalled(installed) as typeof Generator
  const ts = createRequire(installed.file)('typescript') as Compiler
  const generate = (node: TypeScript.TypeNode, program: TypeScript.Program, expose: 'all' | 'none') => {
    const config = { ...generator.DEFAULT_CONFIG, ...CONFIG, expose }
    const given = program as unknown as Parameters<typeof generator.createParser>[0]
    const parser = generator.createParser(given, config)
    const formatter = generator.createFormatter(config)
    return new generator.SchemaGenerator(given, parser, formatter, config).createSchemaFromNodes([
      node as never,
    ])
  }
  return {
    ts,
    schemaOf(node, program) {
      try {
        return generate(node, program, 'all')
      } catch (error) {
        if (!(error instanceof generator.MultipleDefinitionsError)) throw error
        // Two types of one name: then they go by none.
        return withoutPlaces(generate(node, program, 'none'))
      }
    },
  }
}

/** Types do not forbid properties that they do not name; a function in the data has no schema. */
const CONFIG = {
  topRef: false,
  additionalProperties: true,
  functions: 'fail',
  jsDoc: 'extended',
  strictTuples: true,
} as const

/** Nameless definitions are called after their place in the file, which is no part of what a schema says. */
function withoutPlaces(schema: { definitions?: object | undefined }): unknown {
  const definitions = Object.entries(schema.definitions ?? {})
  const names = definitions.map(([name]) => name)
  const renamed = (name: string) => `Type${names.indexOf(name) + 1}`
  const prefix = '#/definitions/'
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string' && value.startsWith(prefix)) {
        return prefix + renamed(decodeURIComponent(value.slice(prefix.length)))
      }
      if (key !== 'definitions' || value !== schema.definitions) return value
      return Object.fromEntries(definitions.map(([name, definition]) => [renamed(name), definition]))
    }),
  )
}

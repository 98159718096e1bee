import { resolve } from 'pathe'
import { createGenerator } from 'ts-json-schema-generator'

/**
 * Makes the JSON Schema of all that the command line prints as JSON, out of the types of the answers. The build writes it
 * to `dist/cli-schema.json`; no part of the package imports this.
 *
 * @param isStrict whether members that no type names are refused; in the published schema they are not, as the format
 *   may grow
 */
export function answerSchema(isStrict = false): Record<string, unknown> {
  const { $schema, definitions } = createGenerator({
    path: resolve(import.meta.dirname, 'answers.ts'),
    tsconfig: resolve(import.meta.dirname, '../../../tsconfig.json'),
    type: 'CliAnswer',
    skipTypeCheck: true,
    expose: 'all',
    additionalProperties: !isStrict,
  }).createSchema('CliAnswer')
  return {
    $schema,
    title: 'Module registry: answers of the command line',
    description: 'What `module-registry <command> --json` prints. `command` tells the answers apart.',
    $ref: '#/definitions/CliAnswer',
    definitions,
  }
}

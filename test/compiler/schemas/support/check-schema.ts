import { Ajv2020 } from 'ajv/dist/2020.js'

/** Compiles a schema with a validator of the draft, which finds references that lead nowhere and keywords misused. */
export function checkSchema(schema: object | boolean): void {
  new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
}

/** The TypeScript type of what a JSON Schema describes, as far as that is cheap to say; `unknown` beyond it. */
export type FromSchema<Schema> = Schema extends { const: infer Value }
  ? Value
  : Schema extends { enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { type: 'string' }
      ? string
      : Schema extends { type: 'number' | 'integer' }
        ? number
        : Schema extends { type: 'boolean' }
          ? boolean
          : Schema extends { type: 'null' }
            ? null
            : Schema extends { type: 'array'; items: infer Items }
              ? FromSchema<Items>[]
              : Schema extends { type: 'object'; properties: infer Properties extends object }
                ? FromProperties<Properties, RequiredKeys<Schema>>
                : unknown

type FromProperties<Properties extends object, Required> = {
  [Key in keyof Properties as Key extends Required ? Key : never]: FromSchema<Properties[Key]>
} & {
  [Key in keyof Properties as Key extends Required ? never : Key]?: FromSchema<Properties[Key]>
}

type RequiredKeys<Schema> = Schema extends { required: readonly (infer Key)[] } ? Key : never

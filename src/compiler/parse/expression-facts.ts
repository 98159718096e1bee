/**
 * An expression as plain data, as far as folding can go through it. Parentheses, `as`, `satisfies` and `!` are gone.
 * `at` and `end` are offsets in the text.
 */
export type Expression = Operation & { readonly at: number; readonly end: number }

type Operation =
  /** A text, a finite number, a boolean or `null`. */
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'bigint'; readonly text: string }
  | { readonly kind: 'regexp'; readonly pattern: string; readonly flags: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'this' }
  /** One text more than values. */
  | { readonly kind: 'template'; readonly texts: readonly string[]; readonly values: readonly Expression[] }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  /** `first op right op right …`, from left to right: each step takes what the steps before gave. */
  | { readonly kind: 'binary'; readonly first: Expression; readonly steps: readonly BinaryStep[] }
  | {
      readonly kind: 'conditional'
      readonly test: Expression
      readonly yes: Expression
      readonly no: Expression
    }
  | { readonly kind: 'array'; readonly items: readonly ArrayItem[] }
  | { readonly kind: 'object'; readonly members: readonly ObjectMember[] }
  | {
      readonly kind: 'member'
      readonly object: Expression
      readonly key: string | Expression
      /** Behind `?.`. */
      readonly optional?: true
    }
  | {
      readonly kind: 'call'
      readonly callee: Expression
      readonly items: readonly ArrayItem[]
      readonly optional?: true
    }
  | { readonly kind: 'new'; readonly callee: Expression; readonly items: readonly ArrayItem[] }
  /** Everything that one `?.` may skip. */
  | { readonly kind: 'chain'; readonly body: Expression }
  /** `(a, b) => body`, with plain parameters and an expression as its body. */
  | { readonly kind: 'arrow'; readonly parameters: readonly string[]; readonly body: Expression }
  /** Any other function, or a method. */
  | { readonly kind: 'function' }
  /** What folding never goes through. */
  | { readonly kind: 'opaque'; readonly reason: string }

export type UnaryOperator = '+' | '-' | '~' | '!' | 'typeof' | 'void'

export type BinaryOperator = (typeof BINARY_OPERATORS)[number]

export const BINARY_OPERATORS = [
  ...(['+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>'] as const),
  ...(['==', '!=', '===', '!==', '<', '>', '<=', '>=', '&&', '||', '??'] as const),
] as const

interface BinaryStep {
  readonly operator: BinaryOperator
  readonly right: Expression
}

/** An element of a list, or an argument. */
export interface ArrayItem {
  /** Absent for a hole. */
  readonly value?: Expression
  readonly spread?: true
}

/** A part of an object literal. */
export type ObjectMember =
  | {
      readonly kind: 'property'
      readonly key: string | Expression
      readonly value: Expression
    }
  /** A getter that only returns; others are properties that are opaque. */
  | { readonly kind: 'getter'; readonly key: string | Expression; readonly value: Expression }
  | { readonly kind: 'spread'; readonly value: Expression }

/** A member of an enum. */
interface EnumMember {
  readonly name: string
  /** Absent for one more than the member before, or 0. */
  readonly value?: Expression
}

/** An enum, all its declarations together. */
export interface EnumFacts {
  readonly name: string
  readonly constant: boolean
  readonly ambient: boolean
  readonly at: number
  readonly end: number
  /** Where each declaration of several begins, counting members, so that each starts at 0 anew. */
  readonly members: readonly EnumMember[]
  readonly starts: readonly number[]
}

/** A member of a class that has a value before anything is called. */
export interface MemberFacts {
  readonly name: string
  readonly static: boolean
  readonly kind: 'property' | 'getter' | 'method'
  /** Absent where nothing is written: a property without initialiser. */
  readonly value?: Expression
  /** Place of the name. */
  readonly at: number
  readonly end: number
}

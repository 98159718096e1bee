import type { BinaryOperator, UnaryOperator } from '../parse/expression-facts.ts'
import { isPrimitive, type Operand, type Primitive } from './operand.ts'

/** Why an operator gives no constant: a sentence part. */
interface Refused {
  readonly refused: string
}

/** A primitive value, or the reason why there is none. */
type Result = { readonly value: Primitive } | Refused

const NO_PRIMITIVE: Refused = { refused: 'an operator is given a list or an object' }
const BIGINT: Refused = { refused: 'arithmetic with bigints is not evaluated' }

/** Applies an operator with one operand. */
export function applyUnary(operator: UnaryOperator, operand: Operand): Result {
  if (operator === 'void') return { value: undefined }
  if (operator === '!') return { value: !isTruthy(operand) }
  if (!isPrimitive(operand)) return NO_PRIMITIVE
  if (operator === 'typeof') return { value: operand === null ? 'object' : typeof operand }
  if (typeof operand === 'bigint') return operator === '-' ? { value: -operand } : BIGINT
  const number = Number(operand)
  return { value: operator === '+' ? number : operator === '-' ? -number : ~number }
}

/** Applies an operator with two operands, other than those that may skip the second. */
export function applyBinary(operator: BinaryOperator, left: Operand, right: Operand): Result {
  if (!isPrimitive(left) || !isPrimitive(right)) return NO_PRIMITIVE
  const compared = compare(operator, left, right)
  if (compared !== undefined) return { value: compared }
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    return { value: String(left) + String(right) }
  }
  if (typeof left === 'bigint' || typeof right === 'bigint') return BIGINT
  return { value: calculate(operator, Number(left), Number(right)) }
}

/** Whether a value counts as true: lists and objects do. */
export function isTruthy(operand: Operand): boolean {
  return isPrimitive(operand) ? Boolean(operand) : true
}

function compare(operator: BinaryOperator, left: Primitive, right: Primitive): boolean | undefined {
  switch (operator) {
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      // biome-ignore lint/suspicious/noDoubleEquals: it is what the source says
      return left == right
    case '!=':
      // biome-ignore lint/suspicious/noDoubleEquals: it is what the source says
      return left != right
    case '<':
      return left! < right!
    case '>':
      return left! > right!
    case '<=':
      return left! <= right!
    case '>=':
      return left! >= right!
    default:
      return undefined
  }
}

function calculate(operator: BinaryOperator, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
    case '**':
      return left ** right
    case '&':
      return left & right
    case '|':
      return left | right
    case '^':
      return left ^ right
    case '<<':
      return left << right
    case '>>':
      return left >> right
    case '>>>':
      return left >>> right
    default:
      return undefined
  }
}

import { isLineEnd, kindOf, lineEnd, SPACE, WORD } from './characters.ts'
import { createFrame, type Frame } from './frame.ts'
import { endOfNumber, endOfRegExp, endOfString, endOfTemplatePiece } from './literals.ts'
import { BEFORE_EXPRESSION, BEFORE_TYPE, beginsClass, CONTROL, ENDS, INFIX, INSIDE_TYPE } from './words.ts'

/** What stands between the braces of a function, by offsets. */
export interface Body {
  readonly start: number
  readonly end: number
}

/** What the last token was, where its character does not say it: `=>`, a literal, or a word. */
const ARROW = 1
const LITERAL = 2
const NAME = 3

/**
 * Finds the bodies of functions, by their braces: those of methods, functions and arrow functions, and of blocks
 * behind parentheses. What it is not certain of is no body: that text is parsed, and nothing is lost. Bodies of
 * getters are none either, since a getter may stand for a constant.
 *
 * @returns in order, none inside of another; nothing when there is a doubt about the structure itself
 */
export function findBodies(text: string): Body[] | undefined {
  return new BodyFinder(text).run()
}

/**
 * Where brackets end that begin at an offset.
 *
 * @returns the offset behind the closing bracket; nothing when there is a doubt about the structure
 */
export function endOfBrackets(text: string, start: number): number | undefined {
  return new BodyFinder(text).skip(start)
}

class BodyFinder {
  readonly #text: string
  readonly #bodies: Body[] = []
  readonly #outer: Frame[] = []
  #frame = createFrame('')
  #at = 0
  /** What the last token was: a constant of above, or its last character. */
  #last = 0
  #wordStart = 0
  #wordEnd = 0
  /** Whether the token in front of the last word was the word `get`. */
  #behindGet = false
  #newLine = true
  /** How many frames are around the body that is being skipped. */
  #skipping: number | undefined
  #bodyStart = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): Body[] | undefined {
    const text = this.#text
    if (text.startsWith('#!')) this.#at = lineEnd(text, 0)
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at)
      const kind = kindOf(code)
      if (kind === SPACE) {
        if (isLineEnd(code)) this.#newLine = true
        this.#at++
      } else if (kind === WORD) this.#word(code)
      else if (!this.#token(code)) return undefined
    }
    return this.#outer.length === 0 ? this.#bodies : undefined
  }

  /** Goes from an opening bracket to behind the one that closes it. */
  skip(start: number): number | undefined {
    const text = this.#text
    this.#at = start
    this.#skipping = -1
    do {
      const code = text.charCodeAt(this.#at)
      const kind = kindOf(code)
      if (kind === SPACE) this.#at++
      else if (kind === WORD) this.#word(code)
      else if (!this.#token(code)) return undefined
    } while (this.#outer.length > 0 && this.#at < text.length)
    return this.#outer.length === 0 ? this.#at : undefined
  }

  /** @returns whether there is no doubt */
  #token(code: number): boolean {
    const text = this.#text
    const frame = this.#frame
    if (code === 47 /* / */) return this.#slash()
    this.#newLine = false
    switch (code) {
      case 34: // "
      case 39: // '
        return this.#literal(endOfString(text, this.#at))
      case 96: // `
        return this.#template()
      case 40: // (
        this.#open(createFrame(')', { role: this.#roleOfParentheses() }), code)
        return true
      case 91: // [
        this.#open(createFrame(']'), code)
        return true
      case 123: // {
        return this.#brace()
      case 125: // }
        if (frame.close !== '`') return this.#close(code)
        this.#frame = this.#outer.pop()!
        return this.#template()
      case 41: // )
      case 93: // ]
        return this.#close(code)
      case 92: // \, an escape in a name
        return false
      case 61: // =
        if (text.charCodeAt(this.#at + 1) !== 62) break
        this.#last = ARROW
        this.#at += 2
        return true
      case 60: // <, maybe the mark of a conflict of version control
        if (text.startsWith('<<<<<<<', this.#at)) return false
    }
    if (this.#skipping === undefined) this.#operator(code)
    this.#last = code
    this.#at++
    return true
  }

  #word(code: number): void {
    const text = this.#text
    const start = this.#at
    if (code >= 48 && code <= 57) {
      this.#literal(endOfNumber(text, start))
      this.#newLine = false
      return
    }
    const begins = this.#newLine && this.#endsExpression()
    this.#behindGet = this.#last === NAME && this.#lastWord() === 'get'
    do this.#at++
    while (this.#at < text.length && kindOf(text.charCodeAt(this.#at)) === WORD)
    this.#wordStart = start
    this.#wordEnd = this.#at
    this.#last = NAME
    this.#newLine = false
    if (this.#skipping !== undefined) return
    const frame = this.#frame
    if (begins && !INFIX.has(this.#lastWord())) {
      frame.initializer = false
      frame.stage = 'none'
    }
    const length = this.#at - start
    if (length === 5 && this.#isKeyword('class')) {
      if (beginsClass(text, this.#at)) frame.heads++
    } else if (length === 8 && this.#isKeyword('function')) frame.stage = 'function'
  }

  #literal(end: number | undefined): boolean {
    if (end === undefined) return false
    this.#at = end
    this.#last = LITERAL
    return true
  }

  /** Goes on with a template, behind its backtick or behind the brace that ends an expression in it. */
  #template(): boolean {
    const piece = endOfTemplatePiece(this.#text, this.#at + 1)
    if (piece === undefined) return false
    this.#literal(piece.end)
    if (!piece.expression) return true
    this.#open(createFrame('`'), 40)
    this.#at = piece.end
    return true
  }

  /** A comment, a regular expression, or a division. */
  #slash(): boolean {
    const text = this.#text
    const next = text.charCodeAt(this.#at + 1)
    if (next === 47) {
      this.#at = lineEnd(text, this.#at)
      return true
    }
    if (next === 42) {
      const end = text.indexOf('*/', this.#at + 2)
      if (end < 0) return false
      this.#newLine ||= /[\n\r\u2028\u2029]/.test(text.slice(this.#at, end))
      this.#at = end + 2
      return true
    }
    this.#newLine = false
    const isRegExp = this.#beginsRegExp()
    if (isRegExp) return this.#literal(endOfRegExp(text, this.#at))
    this.#last = 47
    this.#at++
    return isRegExp !== undefined
  }

  #brace(): boolean {
    const frame = this.#frame
    if (this.#skipping !== undefined) this.#open(createFrame('}'), 123)
    else if (frame.heads > 0 && frame.angles === 0) {
      if (this.#last === NAME && BEFORE_TYPE.has(this.#lastWord())) return false
      frame.heads--
      this.#open(createFrame('}', { isClass: true }), 123)
    } else {
      if (this.#beginsBody()) {
        frame.stage = 'none'
        this.#skipping = this.#outer.length
        this.#bodyStart = this.#at + 1
      }
      this.#open(createFrame('}'), 123)
    }
    return true
  }

  #open(frame: Frame, code: number): void {
    this.#outer.push(this.#frame)
    this.#frame = frame
    this.#last = code
    this.#at++
  }

  #close(code: number): boolean {
    const inner = this.#frame
    if (inner.close.charCodeAt(0) !== code) return false
    const frame = this.#outer.pop()!
    this.#frame = frame
    if (code === 41) frame.ended = inner.role
    if (this.#skipping === this.#outer.length) {
      this.#skipping = undefined
      this.#bodies.push({ start: this.#bodyStart, end: this.#at })
    }
    this.#last = code
    this.#at++
    return true
  }

  /** Keeps track of what decides whether a brace begins a body. */
  #operator(code: number): void {
    const frame = this.#frame
    if (frame.heads > 0) {
      if (code === 60) frame.angles++
      else if (code === 62 && frame.angles > 0) frame.angles--
    }
    if (code === 59 /* ; */) {
      frame.stage = 'none'
      frame.initializer = false
    } else if (code === 61 /* = */) {
      frame.stage = 'none'
      frame.initializer = true
    } else if (code === 58 /* : */ && this.#last === 41) {
      if (frame.stage === 'function' || (frame.isClass && !frame.initializer)) frame.stage = 'result'
    }
  }

  #roleOfParentheses(): Frame['role'] {
    if (this.#last !== NAME) return 'other'
    if (this.#behindGet) return 'getter'
    return CONTROL.has(this.#lastWord()) && !this.#isMember() ? 'control' : 'other'
  }

  #beginsBody(): boolean {
    const frame = this.#frame
    if (this.#last === ARROW) return true
    const isGetter = frame.ended === 'getter'
    if (this.#last === 41) return !isGetter
    if (frame.isClass && this.#last === NAME && this.#lastWord() === 'static') return true
    if (frame.stage !== 'result' || isGetter) return false
    return this.#last === NAME ? !BEFORE_TYPE.has(this.#lastWord()) : !INSIDE_TYPE.has(this.#last)
  }

  /** Whether an expression or a type can have ended, so that a word on the next line begins something new. */
  #endsExpression(): boolean {
    if (this.#last === NAME) return !INFIX.has(this.#lastWord())
    return this.#last === LITERAL || this.#last === 0 || ENDS.has(this.#last)
  }

  /** @returns nothing when that cannot be told */
  #beginsRegExp(): boolean | undefined {
    const before = this.#text.slice(Math.max(0, this.#at - 40), this.#at)
    switch (this.#last) {
      case NAME:
        return BEFORE_EXPRESSION.has(this.#lastWord()) && !this.#isMember()
      case LITERAL:
      case 93: // ]
        return false
      case 41: // )
        return this.#frame.ended === 'control'
      case 125: // Behind a block it would be one, behind an object not.
        return undefined
      case 33: // `a! / b` divides, `!/x/` does not.
        return !/[\w$)\]]!\s*$/.test(before)
      case 43: // `a++ / b` divides, `+/x/` does not, and `a + ++/x/` is nonsense.
      case 45:
        return /(?:\+\+|--)\s*$/.test(before) ? undefined : true
      default:
        return true
    }
  }

  #lastWord(): string {
    return this.#text.slice(this.#wordStart, this.#wordEnd)
  }

  #isKeyword(word: string): boolean {
    return this.#text.startsWith(word, this.#wordStart) && !this.#isMember()
  }

  /** Whether the last word stands behind a dot. */
  #isMember(): boolean {
    return this.#text.charCodeAt(this.#wordStart - 1) === 46
  }
}

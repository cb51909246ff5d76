import { nameOnlyRanges, nameStartRanges } from '../../xml/characters.ts'
import { block } from './blocks.ts'
import { type CodePoints, category, complement, range, single, subtract, union } from './codePoints.ts'

/** A regular expression of XML Schema 1.0 (Part 2, appendix F) as a tree. */
export type Expression =
  | { readonly kind: 'set'; readonly set: CodePoints }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly branches: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly part: Expression; readonly min: number; readonly max: number }

/** Says what is wrong with an expression, and at which character (from 1). */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

const spaces = union(single(0x20), single(0x09), single(0x0a), single(0x0d))
const lineEnds = union(single(0x0a), single(0x0d))
const asciiNameStart = union(range(0x41, 0x5a), range(0x61, 0x7a), single(0x5f), single(0x3a))
const initialName = union(asciiNameStart, ...nameStartRanges.map(([from, to]) => range(from, to)))
const nameCharacters = union(
  initialName,
  single(0x2d),
  single(0x2e),
  range(0x30, 0x39),
  ...nameOnlyRanges.map(([from, to]) => range(from, to)),
)
const wordCharacters = (): CodePoints =>
  complement(union(category('P') ?? [], category('Z') ?? [], category('C') ?? []))

const multiCharacter = (letter: string): CodePoints | undefined => {
  switch (letter) {
    case 's':
      return spaces
    case 'i':
      return initialName
    case 'c':
      return nameCharacters
    case 'd':
      return category('Nd') ?? []
    case 'w':
      return wordCharacters()
    case 'S':
    case 'I':
    case 'C':
    case 'D':
    case 'W':
      return complement(multiCharacter(letter.toLowerCase()) ?? [])
    default:
      return undefined
  }
}

const singleEscapes: ReadonlyMap<string, number> = new Map([
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ...[...'\\|.-^?*+{}()[]'].map((character): [string, number] => [character, character.charCodeAt(0)]),
])

/** Parses the value of a `pattern` facet. Throws ExpressionError. */
export const parseExpression = (pattern: string): Expression => new Parser(pattern).parse()

class Parser {
  private readonly characters: readonly string[]
  private at = 0

  constructor(pattern: string) {
    this.characters = [...pattern]
  }

  parse(): Expression {
    const expression = this.choice()
    if (this.at < this.characters.length) this.fail(`"${this.peek()}" is not expected`)
    return expression
  }

  private choice(): Expression {
    const branches = [this.branch()]
    while (this.take('|')) branches.push(this.branch())
    return branches.length === 1 ? branches[0]! : { kind: 'choice', branches }
  }

  private branch(): Expression {
    const parts: Expression[] = []
    for (;;) {
      const next = this.peek()
      if (next === undefined || next === '|' || next === ')') break
      parts.push(this.piece())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  private piece(): Expression {
    const part = this.atom()
    if (this.take('?')) return { kind: 'repeat', part, min: 0, max: 1 }
    if (this.take('*')) return { kind: 'repeat', part, min: 0, max: Number.POSITIVE_INFINITY }
    if (this.take('+')) return { kind: 'repeat', part, min: 1, max: Number.POSITIVE_INFINITY }
    return this.take('{') ? this.quantity(part) : part
  }

  private quantity(part: Expression): Expression {
    const min = this.number()
    let max = min
    if (this.take(',')) max = this.peek() === '}' ? Number.POSITIVE_INFINITY : this.number()
    if (!this.take('}')) this.fail('a "}" is missing')
    if (max < min) this.fail(`the quantity {${min},${max}} is empty`)
    return { kind: 'repeat', part, min, max }
  }

  private number(): number {
    let text = ''
    while (/^[0-9]$/.test(this.peek() ?? '')) text += this.characters[this.at++]
    if (text === '') this.fail('a number is missing')
    return Number.parseInt(text, 10)
  }

  private atom(): Expression {
    const next = this.next()
    if (next === '(') {
      const inner = this.choice()
      if (!this.take(')')) this.fail('a ")" is missing')
      return inner
    }
    if (next === '[') return { kind: 'set', set: this.characterClass() }
    if (next === '.') return { kind: 'set', set: complement(lineEnds) }
    if (next === '\\') return { kind: 'set', set: this.escape() }
    if ('?*+{})]'.includes(next)) this.fail(`"${next}" must be escaped here`)
    return { kind: 'set', set: single(next.codePointAt(0) ?? 0) }
  }

  private escape(): CodePoints {
    const letter = this.next()
    const escaped = singleEscapes.get(letter)
    if (escaped !== undefined) return single(escaped)
    if (letter === 'p' || letter === 'P') {
      const set = this.property()
      return letter === 'p' ? set : complement(set)
    }
    return multiCharacter(letter) ?? this.fail(`"\\${letter}" is not an escape of XML Schema`)
  }

  private property(): CodePoints {
    if (!this.take('{')) this.fail('a "{" must follow "\\p"')
    let name = ''
    while (this.peek() !== '}') name += this.next()
    this.at++
    const set = name.startsWith('Is') ? block(name.slice(2)) : category(name)
    return set ?? this.fail(`there is no Unicode category or block "${name}"`)
  }

  /** After "[": a positive or negative group, with an optional subtraction at its end. */
  private characterClass(): CodePoints {
    const isNegative = this.take('^')
    let set: CodePoints = []
    let isEmpty = true
    for (;;) {
      if (this.peek() === ']' && !isEmpty) {
        this.at++
        return isNegative ? complement(set) : set
      }
      if (this.peek() === '-' && this.characters[this.at + 1] === '[' && !isEmpty) {
        this.at += 2
        const taken = this.characterClass()
        if (!this.take(']')) this.fail('a "]" must follow the subtraction')
        return subtract(isNegative ? complement(set) : set, taken)
      }
      set = union(set, this.classItem(isEmpty))
      isEmpty = false
    }
  }

  private classItem(isFirst: boolean): CodePoints {
    const from = this.classCharacter(isFirst)
    const isRange =
      this.peek() === '-' && this.characters[this.at + 1] !== ']' && this.characters[this.at + 1] !== '['
    if (!isRange) return from
    if (from.length !== 2 || from[0] !== from[1]) this.fail('a range must begin with one character')
    this.at++
    const to = this.classCharacter(false)
    if (to.length !== 2 || to[0] !== to[1]) this.fail('a range must end with one character')
    if (to[0]! < from[0]!) this.fail('a range runs backwards')
    return range(from[0]!, to[0]!)
  }

  private classCharacter(isFirst: boolean): CodePoints {
    const next = this.next()
    if (next === '\\') return this.escape()
    if (next === '[' || next === ']') this.fail(`"${next}" must be escaped inside a character class`)
    if (next === '-' && !isFirst && this.peek() !== ']' && this.peek() !== '-')
      this.fail('"-" must stand first or last in a character class, or be escaped')
    return single(next.codePointAt(0) ?? 0)
  }

  private peek(): string | undefined {
    return this.characters[this.at]
  }

  private next(): string {
    const character = this.characters[this.at]
    if (character === undefined) return this.fail('it ends too early')
    this.at++
    return character
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false
    this.at++
    return true
  }

  private fail(reason: string): never {
    throw new ExpressionError(`${reason} (character ${this.at + 1})`)
  }
}

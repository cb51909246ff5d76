import { type CodePoints, contains, MAX_CODE_POINT } from './codePoints.ts'
import { type Expression, ExpressionError } from './parse.ts'

/** Most copies that bounded quantifiers may expand to. */
const maxNodes = 100_000
/** Deterministic states kept at once; beyond, the table is emptied and filled anew. */
const maxStates = 4_096
/** The same for the nodes in all these states together, and for the cells of their table. */
const maxNodesOfStates = 2_000_000
const maxCells = 4_000_000
/** Fewest states that are kept, however many cells each has. */
const fewestStates = 16
/** Sets of nodes that are followed at once to find out whether every text of a form is accepted. */
const maxFollowed = 1_000
const unknown = -1
const dead = -2

interface Edge {
  readonly set: CodePoints
  readonly to: number
}

/** Non-deterministic automaton over code points. */
export class Network {
  readonly edges: (Edge | null)[] = []
  readonly jumps: number[][] = []

  node(): number {
    if (this.jumps.length >= maxNodes) throw new ExpressionError(`it needs more than ${maxNodes} states`)
    this.edges.push(null)
    this.jumps.push([])
    return this.jumps.length - 1
  }

  /** Adds the expression between `from` and a new node, which is returned. */
  add(expression: Expression, from: number): number {
    switch (expression.kind) {
      case 'set': {
        const start = this.node()
        const end = this.node()
        this.jumps[from]!.push(start)
        this.edges[start] = { set: expression.set, to: end }
        return end
      }
      case 'sequence':
        return expression.parts.reduce((at, part) => this.add(part, at), from)
      case 'choice': {
        const end = this.node()
        for (const branch of expression.branches) {
          const start = this.node()
          this.jumps[from]!.push(start)
          this.jumps[this.add(branch, start)]!.push(end)
        }
        return end
      }
      case 'repeat':
        return this.repeat(expression.part, expression.min, expression.max, from)
    }
  }

  private repeat(part: Expression, min: number, max: number, from: number): number {
    let at = from
    for (let i = 0; i < min; i++) at = this.add(part, at)
    const end = this.node()
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.node()
      this.jumps[at]!.push(loop)
      this.jumps[this.add(part, loop)]!.push(loop)
      this.jumps[loop]!.push(end)
      return end
    }
    for (let i = min; i < max; i++) {
      this.jumps[at]!.push(end)
      at = this.add(part, at)
    }
    this.jumps[at]!.push(end)
    return end
  }
}

/**
 * A deterministic automaton over UTF-8 bytes, built state by state as values ask for them, so that no expression can
 * cost more than time linear in the value and a bounded table.
 */
export class Automaton {
  private readonly network = new Network()
  private readonly end: number
  /** First code point of each class, ascending; class i covers bounds[i] … bounds[i + 1] - 1. */
  private readonly bounds: readonly number[]
  private readonly ascii = new Uint16Array(128)
  /** Cells of a state: one for each class, and last whether the state accepts. */
  private readonly width: number
  /** Where the language is every text over one set: 1 for the ASCII members of the set. */
  private readonly onlySet: Uint8Array | undefined
  /** Cell of state and class: unknown, dead, or the first cell of the next state. */
  private table: Int32Array
  private sets: (readonly number[])[] = []
  private nodesOfSets = 0
  private known = new Map<string, number>()

  constructor(expression: Expression) {
    const start = this.network.node()
    this.end = this.network.add(expression, start)
    const bounds = new Set<number>([0])
    for (const edge of this.network.edges) {
      if (edge === null) continue
      for (let i = 0; i < edge.set.length; i += 2) bounds.add(edge.set[i]!).add(edge.set[i + 1]! + 1)
    }
    this.bounds = [...bounds].sort((a, b) => a - b)
    this.width = this.bounds.length + 1
    for (let byte = 0; byte < 128; byte++) this.ascii[byte] = this.classOf(byte)
    this.table = new Int32Array(this.width * 16)
    this.onlySet = membersOf(expression)
    this.reset()
  }

  /** Whether the language has every text of printable ASCII. */
  get takesEveryPrintable(): boolean {
    return this.onlySet?.subarray(0x20, 0x7f).every(member => member === 1) ?? false
  }

  /** Whether no text of the language has a space in it. */
  get refusesSpaces(): boolean {
    return this.network.edges.every(edge => edge === null || !contains(edge.set, 0x20))
  }

  /** Whether the whole range, ASCII only, belongs to the language. */
  acceptsAscii(bytes: Uint8Array, from: number, to: number): boolean {
    const { ascii, table } = this
    let row = 0
    for (let p = from; p < to; p++) {
      row = table[row + ascii[bytes[p]!]!]!
      if (row < 0) return row === unknown && this.accepts(bytes, from, to)
    }
    return table[row + this.width - 1] === 1
  }

  /** Whether the whole range of (valid) UTF-8 belongs to the language. */
  accepts(bytes: Uint8Array, from: number, to: number): boolean {
    const { ascii, width } = this
    let { table } = this
    let row = 0
    let p = from
    const { onlySet } = this
    if (onlySet !== undefined) {
      while (p < to && onlySet[bytes[p]!] === 1) p++
      if (p === to) return true
    }
    while (p < to) {
      const byte = bytes[p]!
      let column: number
      if (byte < 0x80) {
        column = ascii[byte]!
        p++
      } else if (byte < 0xe0) {
        column = this.classOf(((byte & 0x1f) << 6) | (bytes[p + 1]! & 0x3f))
        p += 2
      } else if (byte < 0xf0) {
        column = this.classOf(((byte & 0x0f) << 12) | ((bytes[p + 1]! & 0x3f) << 6) | (bytes[p + 2]! & 0x3f))
        p += 3
      } else {
        column = this.classOf(
          ((byte & 0x07) << 18) |
            ((bytes[p + 1]! & 0x3f) << 12) |
            ((bytes[p + 2]! & 0x3f) << 6) |
            (bytes[p + 3]! & 0x3f),
        )
        p += 4
      }
      let next = table[row + column]!
      if (next === unknown) {
        next = this.step(row / width, column)
        table = this.table
      }
      if (next === dead) return false
      row = next
    }
    return table[row + width - 1] === 1
  }

  /** How many characters the text has before the first that no text of the language can have there. For messages: not fast. */
  followed(text: string): number {
    let state = this.closure([0])
    let count = 0
    for (const character of text) {
      state = this.closure(this.follow(state, character.codePointAt(0)!))
      if (state.length === 0) return count
      count++
    }
    return count
  }

  /** Nodes of the expression with its quantities written out: what it costs. */
  get size(): number {
    return this.network.jumps.length
  }

  /** Whether it accepts every text that takes one character of each set in turn; false where that takes long to find out. */
  acceptsEvery(sets: readonly CodePoints[]): boolean {
    let states = new Map([['', this.sets[0]!]])
    for (const set of sets) {
      const after = new Map<string, readonly number[]>()
      for (const state of states.values())
        for (const [column, from] of this.bounds.entries()) {
          if (!overlaps(set, from, (this.bounds[column + 1] ?? MAX_CODE_POINT + 1) - 1)) continue
          const next = this.closure(this.follow(state, from))
          if (next.length === 0) return false
          after.set(next.join(' '), next)
        }
      if (after.size > maxFollowed) return false
      states = after
    }
    return [...states.values()].every(state => state.includes(this.end))
  }

  /** Nodes that the character leads to. */
  private follow(state: readonly number[], codePoint: number): readonly number[] {
    return state.flatMap(node => {
      const edge = this.network.edges[node]
      return edge != null && contains(edge.set, codePoint) ? [edge.to] : []
    })
  }

  private classOf(codePoint: number): number {
    const { bounds } = this
    let low = 0
    let high = bounds.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (bounds[middle]! <= codePoint) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Fills one cell of the table. */
  private step(state: number, column: number): number {
    const reached = this.follow(this.sets[state]!, this.bounds[column]!)
    if (reached.length === 0) {
      this.table[state * this.width + column] = dead
      return dead
    }
    const before = this.sets.length
    const next = this.stateOf(this.closure(reached)) * this.width
    if (this.sets.length >= before) this.table[state * this.width + column] = next
    return next
  }

  private closure(nodes: readonly number[]): readonly number[] {
    const seen = new Set<number>(nodes)
    const stack = [...nodes]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      for (const next of this.network.jumps[node]!) {
        if (seen.has(next)) continue
        seen.add(next)
        stack.push(next)
      }
    }
    return [...seen]
      .filter(node => this.network.edges[node] != null || node === this.end)
      .sort((a, b) => a - b)
  }

  private stateOf(set: readonly number[]): number {
    const key = set.join(' ')
    const found = this.known.get(key)
    if (found !== undefined) return found
    const most = Math.max(fewestStates, Math.min(maxStates, Math.floor(maxCells / this.width)))
    if (this.sets.length >= most || this.nodesOfSets > maxNodesOfStates) this.reset()
    const state = this.sets.length
    if ((state + 1) * this.width > this.table.length) {
      const larger = new Int32Array(this.table.length * 2).fill(unknown)
      larger.set(this.table)
      this.table = larger
    }
    this.sets.push(set)
    this.nodesOfSets += set.length
    this.table[(state + 1) * this.width - 1] = set.includes(this.end) ? 1 : 0
    this.known.set(key, state)
    return state
  }

  private reset(): void {
    this.sets = []
    this.nodesOfSets = 0
    this.known = new Map()
    this.table.fill(unknown)
    this.stateOf(this.closure([0]))
  }
}

/** For `[…]*`: which ASCII characters the set has. */
const membersOf = (expression: Expression): Uint8Array | undefined => {
  if (expression.kind !== 'repeat' || expression.min > 0 || expression.max !== Number.POSITIVE_INFINITY)
    return undefined
  const { part } = expression
  if (part.kind !== 'set') return undefined
  return Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x80 && contains(part.set, byte) ? 1 : 0))
}

/** Whether a set has a member from one code point to another. */
const overlaps = (set: CodePoints, from: number, to: number): boolean => {
  for (let i = 0; i < set.length; i += 2) if (set[i]! <= to && set[i + 1]! >= from) return true
  return false
}

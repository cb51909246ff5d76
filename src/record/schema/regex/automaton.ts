import type { CodePoints } from './codePoints.ts'
import { type Expression, ExpressionError } from './parse.ts'

/** Most copies that bounded quantifiers may expand to. */
const maxNodes = 100_000
/** Deterministic states kept at once; beyond, the table is emptied and filled anew. */
const maxStates = 4_096
const dead = -1

interface Edge {
  readonly set: CodePoints
  readonly to: number
}

/** Non-deterministic automaton over code points. */
class Network {
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
  private readonly width: number
  private table: Int32Array
  private accepting: boolean[] = []
  private sets: (readonly number[])[] = []
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
    this.width = this.bounds.length
    for (let byte = 0; byte < 128; byte++) this.ascii[byte] = this.classOf(byte)
    this.table = new Int32Array(this.width * 16)
    this.reset()
  }

  /** Whether the whole range of (valid) UTF-8 belongs to the language. */
  accepts(bytes: Uint8Array, from: number, to: number): boolean {
    const { ascii, width } = this
    let { table } = this
    let state = 0
    let p = from
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
      let next = table[state * width + column]!
      if (next === 0) {
        next = this.step(state, column)
        table = this.table
      }
      if (next === dead) return false
      state = next - 1
    }
    return this.accepting[state]!
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

  /** Fills one cell of the table: 0 = not yet known, dead, or the next state + 1. */
  private step(state: number, column: number): number {
    const codePoint = this.bounds[column]!
    const reached: number[] = []
    for (const node of this.sets[state]!) {
      const edge = this.network.edges[node]
      if (edge != null && includes(edge.set, codePoint)) reached.push(edge.to)
    }
    if (reached.length === 0) {
      this.table[state * this.width + column] = dead
      return dead
    }
    const before = this.sets.length
    const next = this.stateOf(this.closure(reached)) + 1
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
    if (this.sets.length >= maxStates) this.reset()
    const state = this.sets.length
    if ((state + 1) * this.width > this.table.length) {
      const larger = new Int32Array(this.table.length * 2)
      larger.set(this.table)
      this.table = larger
    }
    this.sets.push(set)
    this.accepting.push(set.includes(this.end))
    this.known.set(key, state)
    return state
  }

  private reset(): void {
    this.sets = []
    this.accepting = []
    this.known = new Map()
    this.table.fill(0)
    this.stateOf(this.closure([0]))
  }
}

const includes = (set: CodePoints, codePoint: number): boolean => {
  for (let i = 0; i < set.length; i += 2) {
    if (codePoint < set[i]!) return false
    if (codePoint <= set[i + 1]!) return true
  }
  return false
}

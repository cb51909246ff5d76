import type { ContentModel, ElementDeclaration, Recovery, Step } from '../components.ts'
import { admits, type Wildcard } from '../wildcards.ts'
import type { SymbolTable } from './symbolTable.ts'

/** Parts of a deterministic content model as the automaton builder makes them. */
export interface ModelParts {
  readonly symbols: SymbolTable
  /** Declarations by column − 1 of the named columns. */
  readonly columns: ReadonlyMap<number, number>
  readonly declarations: readonly ElementDeclaration[]
  readonly wildcards: readonly Wildcard[]
  readonly width: number
  /** state × width + column → next state + 1, or 0. Columns: 0 unknown, then names, then wildcards. */
  readonly next: Int32Array
  /** state × width + column → index of the declaration, or −1 − index of the wildcard. */
  readonly terms: Int32Array
  readonly accepting: readonly boolean[]
}

/** A content model as a deterministic automaton over the names of child elements; state 0 is the start. */
export class AutomatonModel implements ContentModel {
  private readonly parts: ModelParts
  private readonly width: number
  private readonly next: Int32Array
  private readonly terms: Int32Array
  private readonly hasWildcards: boolean
  private columnOf: Uint16Array | undefined
  /** By symbol, as far as it was asked for. */
  private readonly repeatable = new Map<number, boolean>()

  constructor(parts: ModelParts) {
    this.parts = parts
    this.width = parts.width
    this.next = parts.next
    this.terms = parts.terms
    this.hasWildcards = parts.wildcards.length > 0
  }

  get declarations(): readonly ElementDeclaration[] {
    return this.parts.declarations
  }

  /** Every document's checker lays the schema out and asks the same again. */
  isRepeatable(symbol: number): boolean {
    const known = this.repeatable.get(symbol)
    if (known !== undefined) return known
    const found = this.canComeAgain(symbol)
    this.repeatable.set(symbol, found)
    return found
  }

  private canComeAgain(symbol: number): boolean {
    const { width, next, accepting } = this.parts
    const column = this.column(symbol)
    if (column === 0) return false
    return accepting.some((_, state) => {
      const after = next[state * width + column]! - 1
      return after >= 0 && this.search(after, at => next[at * width + column] !== 0) !== undefined
    })
  }

  /** Column of a symbol; 0 where the model does not name it. */
  private column(symbol: number): number {
    return (this.columnOf ?? this.numberColumns())[symbol] ?? 0
  }

  /** Done at the first question, when every name of the schema has its number. */
  private numberColumns(): Uint16Array {
    const columnOf = new Uint16Array(this.parts.symbols.size + 1)
    for (const [symbol, column] of this.parts.columns) columnOf[symbol] = column
    this.columnOf = columnOf
    return columnOf
  }

  isAccepting(state: number): boolean {
    return this.parts.accepting[state] ?? false
  }

  take(state: number, symbol: number, namespace: string, step: Step): boolean {
    const cell = state * this.width + this.column(symbol)
    const target = this.next[cell]!
    if (target === 0) return this.hasWildcards && this.takeWild(state, namespace, step)
    this.fill(step, target, this.terms[cell]!)
    return true
  }

  private takeWild(state: number, namespace: string, step: Step): boolean {
    const { width, wildcards } = this.parts
    const index = wildcards.findIndex(
      ({ rule }, at) =>
        admits(rule, namespace) && this.next[state * width + width - wildcards.length + at] !== 0,
    )
    if (index < 0) return false
    const cell = state * width + width - wildcards.length + index
    this.fill(step, this.next[cell]!, this.terms[cell]!)
    return true
  }

  private fill(step: Step, target: number, term: number): void {
    step.next = target - 1
    step.declaration = term >= 0 ? this.parts.declarations[term] : undefined
    step.wildcard = term >= 0 ? undefined : this.parts.wildcards[-1 - term]
  }

  expected(state: number): readonly string[] {
    const { width, next, terms, declarations, wildcards } = this.parts
    const names: string[] = []
    for (let column = 1; column < width; column++) {
      if (next[state * width + column] === 0) continue
      const term = terms[state * width + column]!
      if (term >= 0 && declarations[term]!.isAbstract) continue
      const name = term >= 0 ? declarations[term]!.local : wildcardName(wildcards[-1 - term])
      if (!names.includes(name)) names.push(name)
    }
    return names
  }

  missing(state: number): readonly string[] {
    return this.search(state, at => this.isAccepting(at))?.names ?? []
  }

  recover(state: number, symbol: number): Recovery {
    const { width, next, terms, declarations, accepting } = this.parts
    const column = this.column(symbol)
    if (column === 0) return { declaration: undefined, skip: undefined }
    let declaration: ElementDeclaration | undefined
    for (let at = column; at < accepting.length * width && declaration === undefined; at += width)
      if (next[at] !== 0 && terms[at]! >= 0) declaration = declarations[terms[at]!]
    const found = this.search(state, at => next[at * width + column] !== 0)
    if (found === undefined) return { declaration, skip: undefined }
    return { declaration, skip: { next: next[found.state * width + column]! - 1, missing: found.names } }
  }

  /** The nearest state that passes the test, and the elements on the way there. */
  private search(
    start: number,
    test: (state: number) => boolean,
  ): { readonly state: number; readonly names: readonly string[] } | undefined {
    const { width, next, terms, declarations } = this.parts
    const before = new Map<number, { from: number; name: string }>()
    const queue = [start]
    const seen = new Set(queue)
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      if (test(at)) return { state: at, names: way(before, start, at) }
      for (let column = 1; column < width; column++) {
        const target = next[at * width + column]! - 1
        if (target < 0 || seen.has(target)) continue
        seen.add(target)
        const term = terms[at * width + column]!
        before.set(target, { from: at, name: term >= 0 ? declarations[term]!.local : 'another element' })
        queue.push(target)
      }
    }
    return undefined
  }
}

const way = (
  before: ReadonlyMap<number, { from: number; name: string }>,
  start: number,
  end: number,
): string[] => {
  const names: string[] = []
  for (let at = end; at !== start; ) {
    const step = before.get(at)
    if (step === undefined) break
    names.unshift(step.name)
    at = step.from
  }
  return names
}

const wildcardName = (wildcard: Wildcard | undefined): string =>
  wildcard?.rule.kind === 'list'
    ? `an element of ${wildcard.rule.namespaces.join(', ') || 'no namespace'}`
    : 'another element'

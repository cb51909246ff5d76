import {
  admits,
  type ContentModel,
  type ElementDeclaration,
  nameKey,
  overlap,
  type Wildcard,
} from '../components.ts'
import { type AllMember, AllModel, maxAllMembers } from './allModel.ts'
import { AutomatonModel } from './automatonModel.ts'
import type { Leaf, Particle } from './particle.ts'
import type { SymbolTable } from './symbolTable.ts'

/** Most element positions and states that the bounded occurrences of one content model may expand to. */
const maxPositions = 50_000
const maxStates = 20_000

/** Says why a particle has no deterministic automaton. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

interface Edge {
  readonly leaf: Leaf
  /** Copies of one particle share its number, so they never compete with each other. */
  readonly particle: number
  readonly to: number
}

class Network {
  readonly edges: Edge[][] = []
  readonly jumps: number[][] = []
  private readonly numbers = new Map<Particle, number>()

  node(): number {
    if (this.jumps.length > maxPositions * 4)
      throw new ModelError(`it expands to more than ${maxPositions} positions`)
    this.edges.push([])
    this.jumps.push([])
    return this.jumps.length - 1
  }

  jump(from: number, to: number): void {
    this.jumps[from]!.push(to)
  }

  /** Adds the particle after `from`; returns the node after it. */
  add(particle: Particle, from: number): number {
    const { min, max } = particle
    let at = from
    for (let i = 0; i < min; i++) at = this.once(particle, at)
    const end = this.node()
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.node()
      this.jump(at, loop)
      this.jump(this.once(particle, loop), loop)
      this.jump(loop, end)
      return end
    }
    for (let i = min; i < max; i++) {
      this.jump(at, end)
      at = this.once(particle, at)
    }
    this.jump(at, end)
    return end
  }

  private once(particle: Particle, from: number): number {
    const { term } = particle
    if (term.kind !== 'group') {
      const to = this.node()
      this.edges[from]!.push({ leaf: term, particle: this.numberOf(particle), to })
      return to
    }
    if (term.order === 'all') throw new ModelError('xs:all must be the whole content of a type')
    if (term.order === 'sequence')
      return term.particles.reduce((at, part) => this.add(part, this.after(at)), from)
    const end = this.node()
    for (const branch of term.particles) this.jump(this.add(branch, this.after(from)), end)
    return end
  }

  private after(from: number): number {
    const node = this.node()
    this.jump(from, node)
    return node
  }

  private numberOf(particle: Particle): number {
    const known = this.numbers.get(particle)
    if (known !== undefined) return known
    this.numbers.set(particle, this.numbers.size)
    return this.numbers.size - 1
  }

  closure(nodes: readonly number[]): readonly number[] {
    const seen = new Set(nodes)
    const stack = [...nodes]
    for (let node = stack.pop(); node !== undefined; node = stack.pop())
      for (const next of this.jumps[node]!) {
        if (seen.has(next)) continue
        seen.add(next)
        stack.push(next)
      }
    return [...seen].sort((a, b) => a - b)
  }
}

const leafName = (leaf: Leaf): string => (leaf.kind === 'element' ? leaf.declaration.local : 'a wildcard')

class Builder {
  private readonly network = new Network()
  private readonly symbols: SymbolTable
  private readonly declarations: ElementDeclaration[] = []
  private readonly named: ElementDeclaration[] = []
  private readonly names = new Map<string, ElementDeclaration>()
  private readonly wildcards: Wildcard[] = []
  private readonly columns = new Map<number, number>()

  constructor(symbols: SymbolTable) {
    this.symbols = symbols
  }

  build(particle: Particle): AutomatonModel {
    const start = this.network.node()
    const end = this.network.add(particle, start)
    this.collect()
    const width = 1 + this.names.size + this.wildcards.length
    const states: (readonly number[])[] = [this.network.closure([start])]
    const known = new Map([[states[0]!.join(' '), 0]])
    const rows: { next: number[]; terms: number[] }[] = []
    for (let state = 0; state < states.length; state++) {
      const row = { next: new Array<number>(width).fill(0), terms: new Array<number>(width).fill(0) }
      for (let column = 1; column < width; column++) {
        const matches = this.matches(states[state]!, column)
        if (matches.length === 0) continue
        const set = this.network.closure(matches.map(({ to }) => to))
        const key = set.join(' ')
        let target = known.get(key)
        if (target === undefined) {
          target = states.length
          if (target >= maxStates) throw new ModelError(`it needs more than ${maxStates} states`)
          states.push(set)
          known.set(key, target)
        }
        row.next[column] = target + 1
        row.terms[column] = this.term(matches[0]!.leaf)
      }
      rows.push(row)
    }
    return new AutomatonModel({
      symbols: this.symbols,
      columns: this.columns,
      declarations: this.declarations,
      wildcards: this.wildcards,
      width,
      next: Int32Array.from(rows.flatMap(({ next }) => next)),
      terms: Int32Array.from(rows.flatMap(({ terms }) => terms)),
      accepting: states.map(set => set.includes(end)),
    })
  }

  private collect(): void {
    for (const { leaf } of this.network.edges.flat()) {
      if (leaf.kind === 'wildcard') {
        if (!this.wildcards.includes(leaf.wildcard)) this.wildcards.push(leaf.wildcard)
        continue
      }
      const { declaration } = leaf
      if (!this.declarations.includes(declaration)) this.declarations.push(declaration)
      const key = nameKey(declaration.namespace, declaration.local)
      const known = this.names.get(key)
      if (known !== undefined && known.type !== declaration.type)
        throw new ModelError(`two elements ${declaration.local} have different types`)
      if (known !== undefined) continue
      this.names.set(key, declaration)
      this.named.push(declaration)
      this.columns.set(this.symbols.add(declaration.namespace, declaration.local), this.named.length)
    }
  }

  /** Edges that a child of this column can take; more than one particle among them is ambiguous. */
  private matches(set: readonly number[], column: number): Edge[] {
    const edges = set.flatMap(node => this.network.edges[node]!)
    const wild = this.wildcards[column - 1 - this.names.size]
    const name = this.named[column - 1]
    const found = edges.filter(({ leaf }) =>
      wild === undefined
        ? name !== undefined && isNamed(leaf, name)
        : leaf.kind === 'wildcard' && leaf.wildcard === wild,
    )
    const rivals =
      wild === undefined
        ? found
        : edges.filter(({ leaf }) => leaf.kind === 'wildcard' && overlap(leaf.wildcard.rule, wild.rule))
    const [first] = rivals
    const rival = rivals.find(({ particle }) => particle !== first?.particle)
    if (found.length > 0 && first !== undefined && rival !== undefined)
      throw new ModelError(
        `the content is ambiguous: ${leafName(first.leaf)} and ${leafName(rival.leaf)} can match the same element`,
      )
    return found
  }

  private term(leaf: Leaf): number {
    return leaf.kind === 'element'
      ? this.declarations.indexOf(leaf.declaration)
      : -1 - this.wildcards.indexOf(leaf.wildcard)
  }
}

const isNamed = (leaf: Leaf, { namespace, local }: ElementDeclaration): boolean =>
  leaf.kind === 'wildcard'
    ? admits(leaf.wildcard.rule, namespace)
    : leaf.declaration.local === local && leaf.declaration.namespace === namespace

const buildAll = (particle: Particle, symbols: SymbolTable): AllModel => {
  const { term, min } = particle
  const members = (term.kind === 'group' ? term.particles : []).flatMap(
    ({ term: leaf, min: least, max }): AllMember[] =>
      leaf.kind === 'element' && max > 0 ? [{ declaration: leaf.declaration, isRequired: least > 0 }] : [],
  )
  if (members.length > maxAllMembers)
    throw new ModelError(`xs:all with more than ${maxAllMembers} elements is not supported`)
  const names = members.map(({ declaration }) => nameKey(declaration.namespace, declaration.local))
  const twice = members.find((_, index) => names.indexOf(names[index]!) !== index)
  if (twice !== undefined)
    throw new ModelError(`the content is ambiguous: ${twice.declaration.local} stands twice in xs:all`)
  return new AllModel(members, min === 0, symbols)
}

/** Compiles a particle to a deterministic model. Throws ModelError where it is ambiguous or too large. */
export const buildModel = (particle: Particle, symbols: SymbolTable): ContentModel =>
  particle.term.kind === 'group' && particle.term.order === 'all'
    ? buildAll(particle, symbols)
    : new Builder(symbols).build(particle)

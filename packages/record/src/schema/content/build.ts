import { type ContentModel, type ElementDeclaration, nameKey } from '../components.ts'
import { admits, overlap, type Wildcard } from '../wildcards.ts'
import { type AllMember, AllModel, maxAllMembers } from './allModel.ts'
import { AutomatonModel } from './automatonModel.ts'
import { CountedModel, tooManyCounts } from './countedModel.ts'
import { groupOf, type Leaf, type Particle, positionsOf } from './particle.ts'
import type { SymbolTable } from './symbolTable.ts'

/** Positions from which occurrences are counted and not written out. */
export const countedPositions = 5_000
/** Most element positions and states that the bounded occurrences of one content model may expand to. */
const maxPositions = 50_000
const maxStates = 20_000
/** Most particles of a model with every group written out where it is referred to, and groups inside each other. */
const maxParticles = 5_000
export const maxDepth = 100
/** Most cells of the table of one model, and nodes in all its states together: what memory and time go with. */
const maxCells = 2_000_000
const maxNodesOfStates = 2_000_000

/** Says why a particle has no deterministic automaton. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

/** The same for reasons of size only: counters may need less. */
class SizeError extends ModelError {}

/** A particle at one place of the model: a group that is referred to twice has two places for each of its particles. */
interface Place {
  readonly particle: Particle
  readonly inner: readonly Place[]
}

interface Edge {
  readonly leaf: Leaf
  /** Copies of one particle share its place, so they never compete with each other. */
  readonly place: Place
  readonly to: number
}

const placeOf = (particle: Particle): Place => ({
  particle,
  inner: particle.term.kind === 'group' ? particle.term.particles.map(placeOf) : [],
})

class Network {
  readonly edges: Edge[][] = []
  readonly jumps: number[][] = []

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
  add(place: Place, from: number): number {
    const { particle } = place
    // To repeat nothing a million times is to have it once.
    const most = positionsOf(particle) === 0 ? 1 : Number.POSITIVE_INFINITY
    const min = Math.min(particle.min, most)
    const max = Math.min(particle.max, most)
    let at = from
    for (let i = 0; i < min; i++) at = this.once(place, at)
    const end = this.node()
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.node()
      this.jump(at, loop)
      this.jump(this.once(place, loop), loop)
      this.jump(loop, end)
      return end
    }
    for (let i = min; i < max; i++) {
      this.jump(at, end)
      at = this.once(place, at)
    }
    this.jump(at, end)
    return end
  }

  private once(place: Place, from: number): number {
    const { term } = place.particle
    if (term.kind !== 'group') {
      const to = this.node()
      this.edges[from]!.push({ leaf: term, place, to })
      return to
    }
    if (term.order === 'all') throw new ModelError('xs:all must be the whole content of a type')
    if (term.order === 'sequence')
      return place.inner.reduce((at, part) => this.add(part, this.after(at)), from)
    const end = this.node()
    for (const branch of place.inner) this.jump(this.add(branch, this.after(from)), end)
    return end
  }

  private after(from: number): number {
    const node = this.node()
    this.jump(from, node)
    return node
  }

  closure(nodes: readonly number[], end: number): readonly number[] {
    const seen = new Set(nodes)
    const stack = [...nodes]
    for (let node = stack.pop(); node !== undefined; node = stack.pop())
      for (const next of this.jumps[node]!) {
        if (seen.has(next)) continue
        seen.add(next)
        stack.push(next)
      }
    // Only what leads on tells one state from another: without the rest, each branch of a choice ends in the same state.
    return [...seen].filter(node => this.edges[node]!.length > 0 || node === end).sort((a, b) => a - b)
  }
}

const leafName = (leaf: Leaf): string => (leaf.kind === 'element' ? leaf.declaration.local : 'a wildcard')

const refuseAmbiguous = ([first, ...rivals]: readonly Edge[]): void => {
  const rival = rivals.find(({ place }) => place !== first?.place)
  if (first !== undefined && rival !== undefined)
    throw new ModelError(
      `the content is ambiguous: ${leafName(first.leaf)} and ${leafName(rival.leaf)} can match the same element`,
    )
}

class Builder {
  private readonly network = new Network()
  private readonly symbols: SymbolTable
  /** Numbers of declarations and wildcards, in the order in which the model names them. */
  private readonly declarations = new Map<ElementDeclaration, number>()
  private readonly wildcards = new Map<Wildcard, number>()
  private readonly named: ElementDeclaration[] = []
  /** Column of each name, from 1. */
  private readonly columnOf = new Map<string, number>()
  private readonly columns = new Map<number, number>()

  constructor(symbols: SymbolTable) {
    this.symbols = symbols
  }

  build(particle: Particle): AutomatonModel {
    const start = this.network.node()
    const end = this.network.add(placeOf(particle), start)
    this.collect()
    const width = 1 + this.named.length + this.wildcards.size
    const states: (readonly number[])[] = [this.network.closure([start], end)]
    const known = new Map([[states[0]!.join(' '), 0]])
    const next: number[] = []
    const terms: number[] = []
    let nodes = 0
    for (let state = 0; state < states.length; state++) {
      if (next.length + width > maxCells)
        throw new SizeError('it needs too many states for its many elements')
      for (let column = 0; column < width; column++) {
        next.push(0)
        terms.push(0)
      }
      for (const [column, matches] of this.matchesIn(states[state]!)) {
        const set = this.network.closure(
          matches.map(({ to }) => to),
          end,
        )
        nodes += set.length
        if (nodes > maxNodesOfStates)
          throw new SizeError('too many of its elements may be left out or repeated in too many ways')
        const key = set.join(' ')
        let target = known.get(key)
        if (target === undefined) {
          target = states.length
          if (target >= maxStates) throw new SizeError(`it needs more than ${maxStates} states`)
          states.push(set)
          known.set(key, target)
        }
        next[state * width + column] = target + 1
        terms[state * width + column] = this.term(matches[0]!.leaf)
      }
    }
    return new AutomatonModel({
      symbols: this.symbols,
      columns: this.columns,
      declarations: [...this.declarations.keys()],
      wildcards: [...this.wildcards.keys()],
      width,
      next: Int32Array.from(next),
      terms: Int32Array.from(terms),
      accepting: states.map(set => set.includes(end)),
    })
  }

  private collect(): void {
    for (const { leaf } of this.network.edges.flat()) {
      if (leaf.kind === 'wildcard') {
        if (!this.wildcards.has(leaf.wildcard)) this.wildcards.set(leaf.wildcard, this.wildcards.size)
        continue
      }
      for (const declaration of leaf.declaration.substitutes) this.name(declaration)
    }
  }

  private name(declaration: ElementDeclaration): void {
    if (!this.declarations.has(declaration)) this.declarations.set(declaration, this.declarations.size)
    const key = nameKey(declaration.namespace, declaration.local)
    const known = this.named[(this.columnOf.get(key) ?? 0) - 1]
    if (known !== undefined && known.type !== declaration.type)
      throw new ModelError(`two elements ${declaration.local} have different types`)
    if (known !== undefined) return
    this.named.push(declaration)
    this.columnOf.set(key, this.named.length)
    this.columns.set(this.symbols.add(declaration.namespace, declaration.local), this.named.length)
  }

  /** By column, the edges of a state that a child of it can take; more than one place among them is ambiguous. */
  private matchesIn(set: readonly number[]): [column: number, matches: Edge[]][] {
    const found = new Map<number, Edge[]>()
    const wild: (Edge & { readonly wildcard: Wildcard })[] = []
    const add = (column: number, edge: Edge): void => {
      const others = found.get(column)
      if (others) others.push(edge)
      else found.set(column, [edge])
    }
    for (const edge of set.flatMap(node => this.network.edges[node]!)) {
      const { leaf } = edge
      if (leaf.kind === 'element') {
        for (const declaration of leaf.declaration.substitutes)
          add(this.columnOf.get(nameKey(declaration.namespace, declaration.local)) ?? 0, {
            ...edge,
            leaf: { kind: 'element', declaration },
          })
        continue
      }
      const { wildcard } = leaf
      wild.push({ ...edge, wildcard })
      for (const [index, { namespace }] of this.named.entries())
        if (admits(wildcard.rule, namespace)) add(index + 1, edge)
      add(1 + this.named.length + (this.wildcards.get(wildcard) ?? 0), edge)
    }
    const columns = [...found].sort(([one], [other]) => one - other)
    for (const [column, matches] of columns) {
      const [{ leaf }] = matches as [Edge]
      refuseAmbiguous(
        column > this.named.length && leaf.kind === 'wildcard'
          ? wild.filter(({ wildcard }) => overlap(wildcard.rule, leaf.wildcard.rule))
          : matches,
      )
    }
    return columns
  }

  private term(leaf: Leaf): number {
    return leaf.kind === 'element'
      ? (this.declarations.get(leaf.declaration) ?? 0)
      : -1 - (this.wildcards.get(leaf.wildcard) ?? 0)
  }
}

const buildAll = (particle: Particle, symbols: SymbolTable): AllModel => {
  const { term, min } = particle
  const members = (term.kind === 'group' ? term.particles : []).flatMap(
    ({ term: leaf, min: least, max }): AllMember[] =>
      leaf.kind === 'element' && max > 0 ? [{ declaration: leaf.declaration, isRequired: least > 0 }] : [],
  )
  if (members.length > maxAllMembers)
    throw new ModelError(`xs:all with more than ${maxAllMembers} elements is not supported`)
  const named = members.flatMap(({ declaration }) => declaration.substitutes)
  const names = named.map(({ namespace, local }) => nameKey(namespace, local))
  const twice = named.find((_, index) => names.indexOf(names[index]!) !== index)
  if (twice !== undefined)
    throw new ModelError(`the content is ambiguous: ${twice.local} stands twice in xs:all`)
  return new AllModel(members, min === 0, symbols)
}

/** Throws ModelError where the particle is larger than a model may be. Sizes are known beforehand, so nothing is expanded. */
export const refuseTooLarge = ({ term }: Particle): void => {
  if (term.kind === 'group' && term.size.particles > maxParticles)
    throw new ModelError(`its groups expand to more than ${maxParticles} particles`)
  if (term.kind === 'group' && term.size.depth > maxDepth)
    throw new ModelError(`it has more than ${maxDepth} groups inside each other`)
}

/** The same with few occurrences where there are many: ambiguous where the particle is. */
const capped = ({ term, min, max }: Particle): Particle => {
  const least = Math.min(min, 2)
  const most =
    max === Number.POSITIVE_INFINITY ? max : max === min ? least : Math.min(max, Math.max(least + 1, 2))
  const inner = term.kind === 'group' ? groupOf(term.order, term.particles.map(capped)) : term
  return { term: inner, min: least, max: most }
}

const buildCounted = (particle: Particle, symbols: SymbolTable): CountedModel => {
  const few = capped(particle)
  if (positionsOf(few) > maxPositions)
    throw new ModelError(`it expands to more than ${maxPositions} positions`)
  const model = new CountedModel(particle, new Builder(symbols).build(few), symbols)
  if (model.size > Number.MAX_SAFE_INTEGER) throw new ModelError(tooManyCounts)
  return model
}

/**
 * Compiles a particle that is not too large to a deterministic model: an automaton, or counters where that would have too
 * many states. Throws ModelError where it is ambiguous, or too large for either.
 */
export const buildModel = (particle: Particle, symbols: SymbolTable): ContentModel => {
  if (particle.term.kind === 'group' && particle.term.order === 'all') return buildAll(particle, symbols)
  if (positionsOf(particle) > countedPositions) return buildCounted(particle, symbols)
  try {
    return new Builder(symbols).build(particle)
  } catch (error) {
    const hasCounts = positionsOf(capped(particle)) < positionsOf(particle)
    if (error instanceof SizeError && hasCounts) return buildCounted(particle, symbols)
    throw error
  }
}

import type { ContentModel, ElementDeclaration, Recovery, Step } from '../components.ts'
import { admits } from '../wildcards.ts'
import type { AutomatonModel } from './automatonModel.ts'
import { isEmptiable, type Leaf, type Particle } from './particle.ts'
import type { SymbolTable } from './symbolTable.ts'

/** A particle at one place of the model. */
interface Place {
  readonly min: number
  readonly max: number
  readonly order: 'leaf' | 'sequence' | 'choice'
  readonly leaf: Leaf | undefined
  readonly isEmptiable: boolean
  /** Whether one occurrence may be empty. */
  readonly isEachEmptiable: boolean
  readonly inner: Place[]
  readonly parent: Place | undefined
  readonly index: number
  /** How many counts have to be told apart: none beyond the least where there is no most. */
  readonly radix: number
  /** Occurrences begun, while it is on the way to the position. */
  count: number
}

/** A leaf with the first of its states: one for each combination of the counts on the way to it. */
interface Position {
  readonly place: Place
  readonly way: readonly Place[]
  readonly first: number
  readonly states: number
}

const namesOf = ({ leaf }: Place): readonly string[] =>
  leaf?.kind === 'element'
    ? leaf.declaration.substitutes.filter(({ isAbstract }) => !isAbstract).map(({ local }) => local)
    : ['another element']

/** Why a model cannot be counted. */
export const tooManyCounts = 'its occurrences inside each other multiply to more than can be counted'

/**
 * A content model that counts occurrences instead of writing them out, for models of many. The state is one number: the
 * position and the counts on the way to it. `capped` is the automaton of the same model with few occurrences: it is
 * deterministic where this one is, and knows the declarations.
 */
export class CountedModel implements ContentModel {
  private readonly root: Place
  private readonly positions: Position[] = []
  private readonly numberOf = new Map<Place, number>()
  private readonly capped: AutomatonModel
  private readonly symbols: SymbolTable
  /** Number of all states; beyond 2⁵³ they cannot be told apart. */
  readonly size: number

  constructor(particle: Particle, capped: AutomatonModel, symbols: SymbolTable) {
    this.capped = capped
    this.symbols = symbols
    this.root = this.place(particle, undefined, 0)
    let size = 1
    for (const leaf of leavesOf(this.root)) {
      const way: Place[] = []
      for (let at: Place | undefined = leaf; at !== undefined; at = at.parent) if (at.radix > 1) way.push(at)
      const states = way.reduce((product, { radix }) => product * radix, 1)
      this.numberOf.set(leaf, this.positions.length)
      this.positions.push({ place: leaf, way, first: size, states })
      size += states
    }
    this.size = size
  }

  get declarations(): readonly ElementDeclaration[] {
    return this.capped.declarations
  }

  isRepeatable(symbol: number): boolean {
    return this.capped.isRepeatable(symbol)
  }

  take(state: number, symbol: number, namespace: string, step: Step): boolean {
    step.declaration = undefined
    step.wildcard = undefined
    return this.each(state, place => {
      const { leaf } = place
      if (leaf === undefined) return false
      if (leaf.kind === 'wildcard') {
        if (!admits(leaf.wildcard.rule, namespace)) return false
        step.wildcard = leaf.wildcard
      } else {
        step.declaration = this.substitute(leaf.declaration, symbol)
        if (step.declaration === undefined) return false
      }
      step.next = this.stateOf(place)
      return true
    })
  }

  isAccepting(state: number): boolean {
    let isDone = false
    this.each(
      state,
      () => false,
      () => {
        isDone = true
      },
    )
    return isDone
  }

  expected(state: number): readonly string[] {
    const names = new Set<string>()
    this.each(state, place => {
      for (const name of namesOf(place)) names.add(name)
      return false
    })
    return [...names]
  }

  missing(state: number): readonly string[] {
    if (this.isAccepting(state)) return []
    if (state === 0) return shortest(this.root)
    const names: string[] = []
    for (let at: Place | undefined = this.restore(state); at !== undefined; at = at.parent) {
      if (at.count < at.min && !at.isEachEmptiable) names.push(...once(at))
      const { parent } = at
      if (parent?.order === 'sequence')
        for (const later of parent.inner.slice(at.index + 1)) names.push(...shortest(later))
    }
    return names
  }

  recover(_: number, symbol: number): Recovery {
    const declaration = this.declarations.find(
      ({ namespace, local }) => this.symbols.find(namespace, local) === symbol,
    )
    return { declaration, skip: undefined }
  }

  private substitute({ substitutes }: ElementDeclaration, symbol: number): ElementDeclaration | undefined {
    for (const one of substitutes) if (this.symbols.find(one.namespace, one.local) === symbol) return one
    return undefined
  }

  private place(particle: Particle, parent: Place | undefined, index: number): Place {
    const { term, min, max } = particle
    const order = term.kind !== 'group' ? 'leaf' : term.order === 'choice' ? 'choice' : 'sequence'
    const place: Place = {
      min,
      max,
      order,
      leaf: term.kind === 'group' ? undefined : term,
      isEmptiable: isEmptiable(particle),
      isEachEmptiable: term.kind === 'group' && term.size.isEmptiable,
      inner: [],
      parent,
      index,
      radix: max === Number.POSITIVE_INFINITY ? Math.max(min, 1) : max,
      count: 0,
    }
    if (term.kind === 'group')
      for (const [at, part] of term.particles.entries()) place.inner.push(this.place(part, place, at))
    return place
  }

  /** Sets the counts on the way to the position of a state, and gives its leaf. */
  private restore(state: number): Place {
    let low = 0
    let high = this.positions.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.positions[middle]!.first <= state) low = middle
      else high = middle - 1
    }
    const { place, way, first } = this.positions[low]!
    for (let at: Place | undefined = place; at !== undefined; at = at.parent) at.count = 1
    let rest = state - first
    for (const at of way) {
      at.count = (rest % at.radix) + 1
      rest = Math.floor(rest / at.radix)
    }
    return place
  }

  private stateOf(place: Place): number {
    const { way, first } = this.positions[this.numberOf.get(place)!]!
    let rest = 0
    for (let i = way.length - 1; i >= 0; i--) {
      const { radix, count } = way[i]!
      rest = rest * radix + Math.min(count, radix) - 1
    }
    return first + rest
  }

  /** Visits the positions that can follow, until a visit says that it was the one; `done` is told where the content may end. */
  private each(state: number, visit: (place: Place) => boolean, done?: () => void): boolean {
    if (state === 0) {
      if (this.root.isEmptiable) done?.()
      return enter(this.root, 1, visit)
    }
    for (let at: Place | undefined = this.restore(state); at !== undefined; ) {
      const { count, parent }: Place = at
      if (count < at.max && enter(at, count + 1, visit)) return true
      at.count = count
      if (count < at.min && !at.isEachEmptiable) return false
      if (parent?.order === 'sequence') {
        let isOpen = true
        for (let index = at.index + 1; isOpen && index < parent.inner.length; index++) {
          const later: Place = parent.inner[index]!
          if (enter(later, 1, visit)) return true
          isOpen = later.isEmptiable
        }
        if (!isOpen) return false
      }
      if (parent === undefined) done?.()
      at = parent
    }
    return false
  }
}

/** Visits the first positions of an occurrence. */
const enter = (place: Place, count: number, visit: (place: Place) => boolean): boolean => {
  place.count = count
  if (place.order === 'leaf') return visit(place)
  for (const part of place.inner) {
    if (enter(part, 1, visit)) return true
    if (place.order === 'sequence' && !part.isEmptiable) return false
  }
  return false
}

const leavesOf = (place: Place): Place[] => (place.order === 'leaf' ? [place] : place.inner.flatMap(leavesOf))

/** What the shortest occurrence takes. */
const once = (place: Place): readonly string[] => {
  if (place.order === 'leaf') return namesOf(place).slice(0, 1)
  if (place.order === 'sequence') return place.inner.flatMap(shortest)
  const ways = place.inner.map(shortest)
  return ways.reduce((best, way) => (way.length < best.length ? way : best), ways[0] ?? [])
}

const shortest = (place: Place): readonly string[] => (place.isEmptiable ? [] : once(place))

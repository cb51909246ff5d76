import type { ElementDeclaration } from '../components.ts'
import type { Wildcard } from '../wildcards.ts'

/** A term of a content model that a document's element can match. */
export type Leaf =
  | { readonly kind: 'element'; readonly declaration: ElementDeclaration }
  | { readonly kind: 'wildcard'; readonly wildcard: Wildcard }

/** Particles in an order. One group is shared by all that refer to it, so its sizes are counted once, when it is made. */
export interface Group {
  readonly kind: 'group'
  readonly order: 'sequence' | 'choice' | 'all'
  readonly particles: readonly Particle[]
  readonly size: GroupSize
}

export interface GroupSize {
  /** Particles below the group where every reference is written out. */
  readonly particles: number
  /** Elements and wildcards where every reference and every bounded occurrence is written out. */
  readonly positions: number
  /** Groups inside each other, this one included. */
  readonly depth: number
  readonly isEmptiable: boolean
}

export type Term = Leaf | Group

/** A term with how often it may occur (`max` may be infinite). */
export interface Particle {
  readonly term: Term
  readonly min: number
  readonly max: number
}

/** Whether nothing at all satisfies the particle. */
export const isEmptiable = ({ term, min }: Particle): boolean =>
  min === 0 || (term.kind === 'group' && term.size.isEmptiable)

/** Copies of the term that an automaton of the particle has. */
const copiesOf = ({ min, max }: Particle): number => (max === Number.POSITIVE_INFINITY ? min + 1 : max)

/** Positions of the particle with all its occurrences written out. */
export const positionsOf = (particle: Particle): number => {
  const { term } = particle
  const each = term.kind === 'group' ? term.size.positions : 1
  return each === 0 ? 0 : each * copiesOf(particle)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** A group of these particles. */
export const groupOf = (order: Group['order'], particles: readonly Particle[]): Group => {
  const groups = particles.flatMap(({ term }) => (term.kind === 'group' ? [term.size] : []))
  return {
    kind: 'group',
    order,
    particles,
    size: {
      particles: particles.length + sum(groups.map(size => size.particles)),
      positions: sum(particles.map(positionsOf)),
      depth: 1 + groups.reduce((most, { depth }) => Math.max(most, depth), 0),
      isEmptiable: order === 'choice' ? particles.some(isEmptiable) : particles.every(isEmptiable),
    },
  }
}

import type { ElementDeclaration, Wildcard } from '../components.ts'

/** A term of a content model that a document's element can match. */
export type Leaf =
  | { readonly kind: 'element'; readonly declaration: ElementDeclaration }
  | { readonly kind: 'wildcard'; readonly wildcard: Wildcard }

export type Term =
  | Leaf
  | {
      readonly kind: 'group'
      readonly order: 'sequence' | 'choice' | 'all'
      readonly particles: readonly Particle[]
    }

/** A term with how often it may occur (`max` may be infinite). */
export interface Particle {
  readonly term: Term
  readonly min: number
  readonly max: number
}

/** Whether nothing at all satisfies the particle. */
export const isEmptiable = ({ term, min }: Particle): boolean => {
  if (min === 0) return true
  if (term.kind !== 'group') return false
  if (term.order === 'choice') return term.particles.length === 0 || term.particles.some(isEmptiable)
  return term.particles.every(isEmptiable)
}

import type { Derivation, ElementDeclaration } from '../components.ts'
import { derives } from '../derivation.ts'
import { isWithin, type Wildcard } from '../wildcards.ts'
import { type Group, groupOf, isEmptiable, type Particle } from './particle.ts'

/** A group together with how often it occurs. */
interface GroupParticle extends Particle {
  readonly term: Group
}

const isGroup = (particle: Particle): particle is GroupParticle => particle.term.kind === 'group'

const isOnce = ({ min, max }: Particle): boolean => min === 1 && max === 1

/** The particle without groups that change nothing (Part 1, 3.9.6, pointless particles); undefined where nothing is left. */
const simplified = (particle: Particle): Particle | undefined => {
  if (!isGroup(particle)) return particle
  const { order } = particle.term
  const parts = particle.term.particles.flatMap(part => {
    const simple = simplified(part)
    if (simple === undefined) return []
    const isFlat = isGroup(simple) && isOnce(simple) && simple.term.order === order && order !== 'all'
    return isFlat ? simple.term.particles : [simple]
  })
  if (parts.length === 0 && (order !== 'choice' || particle.min === 0)) return undefined
  const [only] = parts
  if (parts.length === 1 && only !== undefined && isOnce(particle)) return only
  return { ...particle, term: groupOf(order, parts) }
}

/** An element with a substitution group counts as the choice of its members. */
const withSubstitutes = (particle: Particle): Particle => {
  const { term } = particle
  if (term.kind !== 'element' || term.declaration.substitutes.length < 2) return particle
  const parts = term.declaration.substitutes.map(
    (declaration): Particle => ({
      term: { kind: 'element', declaration: { ...declaration, substitutes: [declaration] } },
      min: 1,
      max: 1,
    }),
  )
  return { ...particle, term: groupOf('choice', parts) }
}

interface Range {
  readonly min: number
  readonly max: number
}

const isRangeWithin = (own: Range, base: Range): boolean => own.min >= base.min && own.max <= base.max

const times = (count: number, each: number): number => (count === 0 || each === 0 ? 0 : count * each)

/** How many elements a particle has at least and at most (Part 1, 3.8.6, effective total range). */
const totalOf = (particle: Particle): Range => {
  if (!isGroup(particle)) return particle
  const ranges = particle.term.particles.map(totalOf)
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
  const isChoice = particle.term.order === 'choice'
  const mins = ranges.map(({ min }) => min)
  const maxes = ranges.map(({ max }) => max)
  const least = isChoice ? Math.min(...(mins.length === 0 ? [0] : mins)) : sum(mins)
  const most = isChoice ? Math.max(0, ...maxes) : sum(maxes)
  return { min: times(particle.min, least), max: times(particle.max, most) }
}

const onlyRestriction: ReadonlySet<Derivation> = new Set(['extension'])

/** What has to agree between the declarations of a name in a type and in its base (NameAndTypeOK). */
const isDeclarationWithin = (own: ElementDeclaration, base: ElementDeclaration): boolean => {
  if (own.namespace !== base.namespace || own.local !== base.local) return false
  if (own.type === base.type && own.substitutes.includes(base)) return true
  if (own.isNillable && !base.isNillable) return false
  const fixed = base.value?.kind === 'fixed' ? base.value : undefined
  if (fixed !== undefined && !(own.value?.kind === 'fixed' && own.value.key === fixed.key)) return false
  if (own.constraints.some(({ name }) => !base.constraints.some(other => other.name === name))) return false
  if ([...base.block].some(way => !own.block.has(way))) return false
  if (base.blocksSubstitution && !own.blocksSubstitution) return false
  return derives(own.type, base.type, onlyRestriction)
}

const strictness: Readonly<Record<Wildcard['process'], number>> = { skip: 0, lax: 1, strict: 2 }

/** Whether a wildcard admits no more than another and checks it at least as strictly. */
export const isWildcardWithin = (own: Wildcard, base: Wildcard): boolean =>
  isWithin(own.rule, base.rule) && strictness[own.process] >= strictness[base.process]

const fitsWildcard = (own: Particle, base: Wildcard): boolean => {
  const { term } = own
  if (term.kind === 'element')
    return isWithin({ kind: 'list', namespaces: [term.declaration.namespace] }, base.rule)
  if (term.kind === 'wildcard') return isWildcardWithin(term.wildcard, base)
  return term.particles.every(part => fitsWildcard(part, base))
}

/** In order; what the base has beside may be left out (Recurse), or need not be thought of (RecurseLax). */
const mapInOrder = (own: Group, base: Group, isLax: boolean): boolean => {
  let at = 0
  for (const part of own.particles) {
    for (;;) {
      const other = base.particles[at++]
      if (other === undefined) return false
      if (fits(part, other)) break
      if (!isLax && !isEmptiable(other)) return false
    }
  }
  return isLax || base.particles.slice(at).every(isEmptiable)
}

/** In any order, each in a place of its own (RecurseUnordered). */
const mapUnordered = (own: Group, base: Group): boolean => {
  const left = [...base.particles]
  for (const part of own.particles) {
    const place = left.findIndex(other => fits(part, other))
    if (place < 0) return false
    left.splice(place, 1)
  }
  return left.every(isEmptiable)
}

const fitsGroup = (own: GroupParticle, base: GroupParticle): boolean => {
  const { order } = base.term
  if (own.term.order === 'sequence' && order === 'choice') {
    const count = own.term.particles.length
    return (
      isRangeWithin({ min: own.min * count, max: times(own.max, count) }, base) &&
      own.term.particles.every(part => base.term.particles.some(other => fits(part, other)))
    )
  }
  if (!isRangeWithin(own, base)) return false
  if (own.term.order === 'sequence' && order === 'all') return mapUnordered(own.term, base.term)
  return own.term.order === order && mapInOrder(own.term, base.term, order === 'choice')
}

/**
 * Whether whatever satisfies one particle satisfies the other, by the rules of XML Schema 1.0 (Part 1, 3.9.6). One exception: an
 * element that heads a substitution group may restrict a sequence, as an element without one may (RecurseAsIfGroup). The
 * letter makes it a choice, which a sequence never allows; GML 3.1.1 has such types, and libxml2 takes them.
 */
const fits = (own: Particle, base: Particle): boolean => {
  if (own.term.kind === 'element' && base.term.kind === 'element') {
    if (isDeclarationWithin(own.term.declaration, base.term.declaration)) return isRangeWithin(own, base)
    const wide = withSubstitutes(base)
    return wide !== base && fits(own, wide)
  }
  if (base.term.kind === 'wildcard') {
    const range = isGroup(own) ? totalOf(own) : own
    return isRangeWithin(range, base) && fitsWildcard(own, base.term.wildcard)
  }
  if (own.term.kind === 'wildcard') return false
  const wideOwn = withSubstitutes(own)
  if (base.term.kind === 'element') {
    const wide = withSubstitutes(base)
    return wide !== base && fits(wideOwn, wide)
  }
  if (isGroup(wideOwn) && isGroup(base) && fitsGroup(wideOwn, base)) return true
  if (isGroup(own)) return false
  const alone: Particle = { term: groupOf(base.term.order, [own]), min: 1, max: 1 }
  return isGroup(alone) && isGroup(base) && fitsGroup(alone, base)
}

/** Whether the content of a type, undefined for none, is a restriction of that of its base. */
export const restricts = (own: Particle | undefined, base: Particle | undefined): boolean => {
  const ownSimple = own === undefined ? undefined : simplified(own)
  const baseSimple = base === undefined ? undefined : simplified(base)
  if (ownSimple === undefined) return baseSimple === undefined || isEmptiable(baseSimple)
  return baseSimple !== undefined && fits(ownSimple, baseSimple)
}

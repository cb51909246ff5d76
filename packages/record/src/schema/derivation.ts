import type { Derivation, ElementDeclaration, ElementType } from './components.ts'
import { UnionType } from './compositeType.ts'

/** Way in which a type is derived from its base. */
const wayOf = (type: ElementType): Derivation =>
  type.variety === 'complex' ? type.derivation : 'restriction'

/**
 * Whether a type is derived from another, or is it, by ways that are not refused (Part 1, 3.4.6 and 3.14.6). A type is
 * also derived from a union of which it, or what it is derived from, is a member.
 */
export const derives = (type: ElementType, from: ElementType, refused: ReadonlySet<Derivation>): boolean => {
  for (let at: ElementType | undefined = type; at !== undefined; at = at.base) {
    if (at === from) return true
    if (refused.has(wayOf(at))) return false
    if (from instanceof UnionType && at.variety !== 'complex') {
      const one = at
      if (from.members.some(member => derives(one, member, refused))) return true
    }
    if (from.variety === 'complex' && from.isAny && at.base === undefined) return true
  }
  return false
}

/** Whether an element may stand in the place of another whose substitution group it belongs to (Part 1, 3.3.6). */
export const mayReplace = (member: ElementDeclaration, head: ElementDeclaration): boolean => {
  if (member === head) return true
  if (head.blocksSubstitution) return false
  const refused = new Set(head.block)
  const used = new Set<Derivation>()
  if (head.type.variety === 'complex') for (const way of head.type.block) refused.add(way)
  for (let at: ElementType | undefined = member.type; at !== undefined && at !== head.type; at = at.base) {
    used.add(wayOf(at))
    if (at !== member.type && at.variety === 'complex') for (const way of at.block) refused.add(way)
  }
  return ![...used].some(way => refused.has(way))
}

import { wildcardOf } from './attributeUses.ts'
import type { ElementDeclaration } from './components.ts'
import { ModelError, maxDepth, refuseTooLarge } from './content/build.ts'
import { type Group, groupOf, type Particle, type Term } from './content/particle.ts'
import { restricts } from './content/restriction.ts'
import type { SchemaNode } from './document.ts'
import type { SchemaSet } from './schemaSet.ts'

/** Does the work; why a model cannot be made of it is a fault of this node. */
export const orFail = <T>(node: SchemaNode, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof ModelError) node.fail(error.message)
    throw error
  }
}

const groupContent = (group: SchemaNode): SchemaNode => {
  const [content, second] = group.all('sequence', 'choice', 'all')
  if (content === undefined || second !== undefined) return group.fail('it needs one sequence, choice or all')
  return content
}

/** The references to what a redefinition redefines, inside it. */
export const references = (node: SchemaNode): readonly SchemaNode[] => {
  const name = node.attribute('name')
  const inside = (one: SchemaNode): SchemaNode[] => [one, ...one.children.flatMap(inside)]
  return inside(node).filter(one => {
    const ref = one.local === node.local ? one.attribute('ref') : undefined
    if (ref === undefined) return false
    const { namespace, local } = one.name(ref)
    return local === name && namespace === node.owner.namespace
  })
}

const occurs = (node: SchemaNode, attribute: 'minOccurs' | 'maxOccurs'): number => {
  const text = node.attribute(attribute)?.trim()
  if (text === undefined) return 1
  if (text === 'unbounded' && attribute === 'maxOccurs') return Number.POSITIVE_INFINITY
  return /^\+?[0-9]+$/.test(text)
    ? Number(text)
    : node.fail(`${attribute}="${text}" is not a number of times`)
}

/** Compiles what stands in a content model to particles. `element` gives the declaration of an xs:element. */
export class ParticleCompiler {
  private readonly set: SchemaSet
  private readonly element: (node: SchemaNode) => ElementDeclaration
  private readonly groups = new Map<SchemaNode, Group>()
  private readonly openGroups = new Set<SchemaNode>()

  constructor(set: SchemaSet, element: (node: SchemaNode) => ElementDeclaration) {
    this.set = set
    this.element = element
  }

  /** The content model that stands in a type or in a step of derivation; undefined where there is none or an empty one. */
  own(node: SchemaNode): Particle | undefined {
    const [own, second] = node.all('sequence', 'choice', 'all', 'group')
    if (second !== undefined) second.fail('a type has one content model')
    if (own === undefined) return undefined
    const particle = this.particle(own)
    const { term } = particle
    if (term.kind === 'group' && term.order === 'all' && particle.max > 1)
      own.fail('xs:all may occur once at most')
    const isNothing =
      particle.max === 0 ||
      (own.local !== 'group' &&
        term.kind === 'group' &&
        own.children.length === 0 &&
        (own.local !== 'choice' || particle.min === 0))
    return isNothing ? undefined : particle
  }

  /** What a global group holds: made once and shared, for written out, groups of groups grow without bound. */
  group(node: SchemaNode, at: SchemaNode): Group {
    const known = this.groups.get(node)
    if (known !== undefined) return known
    if (this.openGroups.has(node)) at.fail('the group holds itself')
    if (this.openGroups.size >= maxDepth) at.fail(`more than ${maxDepth} groups refer to each other`)
    this.openGroups.add(node)
    const group = this.groupOf(groupContent(node))
    this.openGroups.delete(node)
    this.groups.set(node, group)
    orFail(node, () => refuseTooLarge({ term: group, min: 1, max: 1 }))
    return group
  }

  /** A group that redefines another without holding it has to be a restriction of it (Part 1, src-redefine 6.2). */
  checkRedefinitions(): void {
    for (const [node, group] of this.groups) {
      const { original } = node
      if (original === undefined) continue
      const own = references(node)
      if (own.length > 1) own[1]!.fail('a redefinition can hold what it redefines once')
      if (own.length > 0) {
        const { min, max } = this.particle(own[0]!)
        if (min !== 1 || max !== 1) own[0]!.fail('a redefinition holds what it redefines exactly once')
        continue
      }
      const base: Particle = { term: this.group(original, node), min: 1, max: 1 }
      if (!restricts({ term: group, min: 1, max: 1 }, base))
        node.fail('it neither holds the group that it redefines nor is a restriction of it')
    }
  }

  private particle(node: SchemaNode): Particle {
    const min = occurs(node, 'minOccurs')
    const max = occurs(node, 'maxOccurs')
    if (min === Number.POSITIVE_INFINITY || max < min) node.fail('minOccurs is greater than maxOccurs')
    return { term: this.term(node), min, max }
  }

  private term(node: SchemaNode): Term {
    switch (node.local) {
      case 'element':
        return { kind: 'element', declaration: this.element(node) }
      case 'any':
        return { kind: 'wildcard', wildcard: wildcardOf(node) }
      case 'group': {
        const ref = node.attribute('ref')
        if (ref === undefined) return node.fail('it needs ref here')
        return this.group(this.set.global('group', node.name(ref), node), node)
      }
      default:
        return this.groupOf(node)
    }
  }

  private groupOf(node: SchemaNode): Group {
    const order = node.local === 'sequence' || node.local === 'choice' ? node.local : 'all'
    const particles: Particle[] = []
    for (const child of node.children) {
      const particle = this.particle(child)
      if (order === 'all' && particle.max > 1) child.fail('an element of xs:all may occur once at most')
      if (particle.term.kind === 'group' && particle.term.order === 'all')
        child.fail('xs:all must be the whole content of a type')
      // What occurs never is no particle at all (Part 1, 3.9.2).
      if (particle.max > 0) particles.push(particle)
    }
    return groupOf(order, particles)
  }
}

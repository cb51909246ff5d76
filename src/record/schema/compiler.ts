import { AttributeCompiler, valueConstraint, wildcardOf } from './attributeUses.ts'
import { SCHEMA_NAMESPACE } from './builtins.ts'
import {
  type AttributeUse,
  ComplexType,
  type Derivation,
  type ElementDeclaration,
  type ElementType,
  nameKey,
  simpleTypeOf,
  type Wildcard,
} from './components.ts'
import { buildModel, ModelError, maxDepth, refuseTooLarge } from './content/build.ts'
import {
  type Group,
  groupOf,
  isEmptiable,
  type Particle,
  positionsOf,
  type Term,
} from './content/particle.ts'
import type { SchemaName, SchemaNode } from './document.ts'
import type { IdentityConstraint } from './identity.ts'
import { constraintOf } from './identityPaths.ts'
import type { SchemaSet } from './schemaSet.ts'
import { SimpleTypeCompiler } from './simpleTypes.ts'

/** Most elements and wildcards of all content models together, their bounded occurrences written out. */
const maxPositions = 100_000

const particleNames = ['sequence', 'choice', 'all', 'group'] as const
/** Annotation source that names the fields by which a record is known. */
const keySource = 'key'

/** What a complex type holds before its automaton is built. */
interface Build {
  readonly node: SchemaNode
  particle: Particle | undefined
  state: 'waiting' | 'open' | 'done'
}

/** Compiles elements, groups and complex types to declarations with deterministic content models. */
export class Compiler {
  readonly types = new Map<string, ElementType>()
  readonly anyType: ComplexType
  readonly attributes: AttributeCompiler
  private readonly constraints = new Map<string, { constraint: IdentityConstraint; node: SchemaNode }>()
  private readonly set: SchemaSet
  private readonly simple: SimpleTypeCompiler
  private readonly complex = new Map<SchemaNode, ComplexType>()
  private readonly builds = new Map<ComplexType, Build>()
  private readonly groups = new Map<SchemaNode, Group>()
  private positions = 0
  private readonly openGroups = new Set<SchemaNode>()
  private readonly declarations = new Map<SchemaNode, ElementDeclaration>()

  constructor(set: SchemaSet) {
    this.set = set
    this.simple = new SimpleTypeCompiler(set)
    this.attributes = new AttributeCompiler(set, this.simple)
    this.anyType = this.makeAnyType()
  }

  /** Compiles every global element and type of the set. */
  compileAll(): void {
    for (const node of this.set.all('element')) this.globalElement(node)
    for (const node of this.set.all('type')) {
      const type = node.local === 'simpleType' ? this.simple.compile(node) : this.complexType(node)
      this.types.set(nameKey(node.owner.namespace, node.attribute('name') ?? ''), type)
    }
    for (const node of this.set.all('group')) this.group(node, node)
    for (const node of this.set.all('attributeGroup')) this.attributes.declared(node)
    for (const node of this.set.all('attribute')) this.attributes.global(node)
    this.set.settle()
    this.checkReferences()
  }

  /** Whether any element has identity constraints. */
  get hasConstraints(): boolean {
    return this.constraints.size > 0
  }

  private constraint(node: SchemaNode): IdentityConstraint {
    const constraint = constraintOf(node)
    const key = nameKey(constraint.namespace, constraint.name)
    if (this.constraints.has(key)) node.fail(`there are two constraints ${constraint.name}`)
    this.constraints.set(key, { constraint, node })
    return constraint
  }

  private checkReferences(): void {
    for (const { constraint, node } of this.constraints.values()) {
      if (constraint.refer === undefined) continue
      const target = this.constraints.get(constraint.refer)?.constraint
      if (target === undefined || target.kind === 'keyref') node.fail('it refers to no key or unique')
      else if (target.fields.length !== constraint.fields.length)
        node.fail(
          `it has ${constraint.fields.length} fields, the key that it refers to ${target.fields.length}`,
        )
    }
  }

  private makeAnyType(): ComplexType {
    const type = new ComplexType('anyType')
    const wildcard: Wildcard = { rule: { kind: 'any' }, process: 'lax' }
    type.content = 'elements'
    type.isMixed = true
    type.anyAttribute = wildcard
    type.model = buildModel(
      { term: { kind: 'wildcard', wildcard }, min: 0, max: Number.POSITIVE_INFINITY },
      this.set.symbols,
    )
    return type
  }

  private globalElement(node: SchemaNode): ElementDeclaration {
    const known = this.declarations.get(node)
    if (known !== undefined) return known
    const declaration = this.declareElement(node, node.owner.namespace)
    this.set.elements.set(nameKey(declaration.namespace, declaration.local), declaration)
    return declaration
  }

  private declareElement(node: SchemaNode, namespace: string): ElementDeclaration {
    const local = node.attribute('name')
    if (local === undefined) return node.fail('it needs a name or ref')
    const declaration: ElementDeclaration = {
      namespace,
      local,
      isNillable: node.isTrue('nillable'),
      isAbstract: node.isTrue('abstract'),
      value: undefined,
      block: derivations(node, 'block', 'blockDefault'),
      keys: (node.appinfo.get(keySource) ?? '').split(/\s+/).filter(word => word !== ''),
      documentation: node.documentation,
      constraints: node.all('key', 'unique', 'keyref').map(constraint => this.constraint(constraint)),
      type: this.anyType,
      plain: undefined,
    }
    this.declarations.set(node, declaration)
    this.set.symbols.add(namespace, local)
    declaration.type = this.elementType(node)
    this.set.postpone(() => {
      if (declaration.type.variety === 'complex') this.finish(declaration.type)
      const simple = simpleTypeOf(declaration.type)
      const value = valueConstraint(node, simple)
      if (value !== undefined && simple === undefined)
        node.fail('default and fixed are supported for simple content only')
      Object.assign(declaration, { value })
      if (declaration.type.variety !== 'complex' && value === undefined && !declaration.isAbstract)
        declaration.plain = declaration.type
    })
    return declaration
  }

  private elementType(node: SchemaNode): ElementType {
    const name = node.attribute('type')
    const [inner, second] = node.all('simpleType', 'complexType')
    if (second !== undefined || (inner !== undefined && name !== undefined))
      node.fail('it has more than one type')
    if (name !== undefined) return this.namedType(node.name(name), node)
    if (inner === undefined) return this.anyType
    return inner.local === 'simpleType' ? this.simple.compile(inner) : this.complexType(inner)
  }

  private namedType(name: SchemaName, at: SchemaNode): ElementType {
    if (name.namespace === SCHEMA_NAMESPACE && name.local === 'anyType') return this.anyType
    return this.simple.named(name, at) ?? this.complexType(this.set.global('type', name, at))
  }

  private complexType(node: SchemaNode): ComplexType {
    const known = this.complex.get(node)
    if (known !== undefined) return known
    const type = new ComplexType(node.attribute('name') ?? '')
    type.documentation = node.documentation
    this.complex.set(node, type)
    this.builds.set(type, { node, particle: undefined, state: 'waiting' })
    this.set.postpone(() => this.finish(type))
    return type
  }

  /** Fills in a complex type, its base first. */
  private finish(type: ComplexType): void {
    const build = this.builds.get(type)
    if (build === undefined || build.state === 'done') return
    const { node } = build
    if (build.state === 'open') node.fail('the type is derived from itself')
    build.state = 'open'
    type.isAbstract = node.isTrue('abstract')
    type.block = derivations(node, 'block', 'blockDefault')
    const content = node.first('simpleContent', 'complexContent')
    if (content === undefined) {
      type.base = this.anyType
      type.isMixed = node.isTrue('mixed')
      const own = this.attributes.declared(node)
      type.attributes = present(own.uses)
      type.anyAttribute = own.any
      this.setContent(type, build, this.ownParticle(node))
    } else {
      if (node.children.length > 1) node.fail(`nothing may stand beside xs:${content.local}`)
      this.derive(type, build, content)
    }
    build.state = 'done'
  }

  private derive(type: ComplexType, build: Build, content: SchemaNode): void {
    const [step, second] = content.all('extension', 'restriction')
    if (step === undefined || second !== undefined) content.fail('it needs one extension or restriction')
    const base = this.baseOf(step)
    if (base.variety === 'complex') this.finish(base)
    type.base = base
    type.derivation = step.local === 'extension' ? 'extension' : 'restriction'
    this.deriveAttributes(type, base, step)
    if (content.local === 'simpleContent') this.deriveSimple(type, base, step)
    else this.deriveComplex(type, build, base, step, content)
  }

  private baseOf(step: SchemaNode): ElementType {
    const name = step.attribute('base')
    return name === undefined ? step.fail('it has no base') : this.namedType(step.name(name), step)
  }

  private deriveAttributes(type: ComplexType, base: ElementType, step: SchemaNode): void {
    const own = this.attributes.declared(step)
    const uses = new Map<string, AttributeUse | undefined>(base.variety === 'complex' ? base.attributes : [])
    for (const [key, use] of own.uses) {
      if (type.derivation === 'extension' && uses.has(key))
        step.fail('an extension declares an attribute of its base again')
      uses.set(key, use)
    }
    type.attributes = present(uses)
    const inherited = base.variety === 'complex' ? base.anyAttribute : undefined
    type.anyAttribute = type.derivation === 'extension' ? (own.any ?? inherited) : own.any
    if (
      type.derivation === 'extension' &&
      own.any !== undefined &&
      inherited !== undefined &&
      base !== this.anyType
    )
      step.fail('the union of two attribute wildcards is not supported')
  }

  private deriveSimple(type: ComplexType, base: ElementType, step: SchemaNode): void {
    const value = simpleTypeOf(base)
    if (value === undefined) step.fail('the base of simpleContent must have simple content')
    if (base.variety !== 'complex' && type.derivation === 'restriction')
      step.fail('simpleContent can restrict a complex type only')
    type.content = 'simple'
    if (type.derivation === 'extension') {
      type.simple = value
      return
    }
    const inner = step.first('simpleType')
    type.simple = this.simple.restriction(
      '',
      inner === undefined ? value : this.simple.compile(inner),
      step,
      '',
    )
  }

  private deriveComplex(
    type: ComplexType,
    build: Build,
    base: ElementType,
    step: SchemaNode,
    content: SchemaNode,
  ): void {
    if (base.variety !== 'complex' || base.content === 'simple')
      step.fail('the base of complexContent must be a complex type')
    const own = this.ownParticle(step)
    const isMixed =
      content.attribute('mixed') === undefined ? build.node.isTrue('mixed') : content.isTrue('mixed')
    type.isMixed = isMixed
    if (type.derivation === 'restriction') {
      this.setContent(type, build, own)
      return
    }
    const inherited = this.builds.get(base)?.particle ?? this.anyContent(base)
    if (inherited !== undefined && own === undefined) type.isMixed = base.isMixed
    else if (inherited !== undefined && base.isMixed !== isMixed)
      step.fail('it and its base must both be mixed, or neither')
    const particles = [inherited, own].filter(part => part !== undefined)
    const holdsAll = particles.some(({ term }) => term.kind === 'group' && term.order === 'all')
    if (particles.length > 1 && holdsAll) step.fail('xs:all cannot be extended')
    this.setContent(
      type,
      build,
      particles.length < 2 ? particles[0] : { term: groupOf('sequence', particles), min: 1, max: 1 },
    )
  }

  private anyContent(base: ComplexType): Particle | undefined {
    const wildcard = base === this.anyType ? base.anyAttribute : undefined
    if (wildcard === undefined) return undefined
    return { term: { kind: 'wildcard', wildcard }, min: 0, max: Number.POSITIVE_INFINITY }
  }

  private setContent(type: ComplexType, build: Build, particle: Particle | undefined): void {
    build.particle = particle
    if (particle === undefined && !type.isMixed) {
      type.content = 'empty'
      return
    }
    type.content = 'elements'
    const nothing: Particle = { term: groupOf('sequence', []), min: 1, max: 1 }
    const whole = particle ?? nothing
    orFail(build.node, () => refuseTooLarge(whole))
    this.positions += positionsOf(whole)
    if (this.positions > maxPositions)
      build.node.fail(`the types of the schema expand to more than ${maxPositions} positions`)
    type.model = orFail(build.node, () => buildModel(whole, this.set.symbols))
  }

  private ownParticle(node: SchemaNode): Particle | undefined {
    const [own, second] = node.all(...particleNames)
    if (second !== undefined) second.fail('a type has one content model')
    if (own === undefined) return undefined
    const particle = this.particle(own)
    const { term } = particle
    const isNothing =
      particle.max === 0 || (term.kind === 'group' && term.particles.length === 0 && isEmptiable(particle))
    if (term.kind === 'group' && term.order === 'all' && particle.max > 1)
      own.fail('xs:all may occur once at most')
    return isNothing ? undefined : particle
  }

  private particle(node: SchemaNode): Particle {
    const min = occurs(node, 'minOccurs')
    const max = occurs(node, 'maxOccurs')
    if (min === Number.POSITIVE_INFINITY || max < min) node.fail(`minOccurs is greater than maxOccurs`)
    return { term: this.term(node), min, max }
  }

  private term(node: SchemaNode): Term {
    switch (node.local) {
      case 'element':
        return { kind: 'element', declaration: this.elementReference(node) }
      case 'any':
        return { kind: 'wildcard', wildcard: wildcardOf(node) }
      case 'group':
        return this.groupReference(node)
      default:
        return this.groupOf(node)
    }
  }

  private groupOf(node: SchemaNode): Group {
    const order = node.local === 'sequence' || node.local === 'choice' ? node.local : 'all'
    const particles = node.children.map(child => this.particle(child))
    const odd = order === 'all' ? particles.findIndex(({ max }) => max > 1) : -1
    if (odd >= 0) node.children[odd]!.fail('an element of xs:all may occur once at most')
    return groupOf(order, particles)
  }

  private elementReference(node: SchemaNode): ElementDeclaration {
    const ref = node.attribute('ref')
    if (ref === undefined) {
      const known = this.declarations.get(node)
      if (known !== undefined) return known
      const form = node.attribute('form') ?? node.owner.root.attribute('elementFormDefault') ?? 'unqualified'
      return this.declareElement(node, form === 'qualified' ? node.owner.namespace : '')
    }
    const extra = node.attributeNames.find(name => !['ref', 'minOccurs', 'maxOccurs', 'id'].includes(name))
    if (extra !== undefined || node.children.length > 0)
      node.fail('a reference cannot say more than how often it occurs')
    return this.globalElement(this.set.global('element', node.name(ref), node))
  }

  private groupReference(node: SchemaNode): Term {
    const ref = node.attribute('ref')
    if (ref === undefined) return node.fail('it needs ref here')
    return this.group(this.set.global('group', node.name(ref), node), node)
  }

  /** What a global group holds: made once and shared, for written out, groups of groups grow without bound. */
  private group(node: SchemaNode, at: SchemaNode): Group {
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
}

/** Does the work; why a model cannot be made of it is a fault of this node. */
const orFail = <T>(node: SchemaNode, work: () => T): T => {
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

const present = (uses: ReadonlyMap<string, AttributeUse | undefined>): ReadonlyMap<string, AttributeUse> => {
  const kept = new Map<string, AttributeUse>()
  for (const [key, use] of uses) if (use !== undefined) kept.set(key, use)
  return kept
}

const occurs = (node: SchemaNode, attribute: 'minOccurs' | 'maxOccurs'): number => {
  const text = node.attribute(attribute)?.trim()
  if (text === undefined) return 1
  if (text === 'unbounded' && attribute === 'maxOccurs') return Number.POSITIVE_INFINITY
  return /^\+?[0-9]+$/.test(text)
    ? Number(text)
    : node.fail(`${attribute}="${text}" is not a number of times`)
}

const derivations = (node: SchemaNode, attribute: string, fallback: string): ReadonlySet<Derivation> => {
  const text = node.attribute(attribute) ?? node.owner.root.attribute(fallback) ?? ''
  const all: readonly Derivation[] = ['extension', 'restriction']
  const named = text.split(/\s+/)
  return new Set(named.includes('#all') ? all : all.filter(word => named.includes(word)))
}

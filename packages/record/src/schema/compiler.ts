import { AttributeCompiler, refuseWiderAttributes, valueConstraint } from './attributeUses.ts'
import { builtinType, SCHEMA_NAMESPACE } from './builtins.ts'
import {
  type AttributeUse,
  ComplexType,
  type Derivation,
  type ElementDeclaration,
  type ElementType,
  nameKey,
  simpleTypeOf,
} from './components.ts'
import { hasIdentifiers } from './compositeType.ts'
import { buildModel, countedPositions, refuseTooLarge } from './content/build.ts'
import { groupOf, isEmptiable, type Particle, positionsOf } from './content/particle.ts'
import { restricts } from './content/restriction.ts'
import { derives, mayReplace } from './derivation.ts'
import type { SchemaName, SchemaNode } from './document.ts'
import type { IdentityConstraint } from './identity.ts'
import { constraintOf } from './identityPaths.ts'
import { orFail, ParticleCompiler, references } from './particles.ts'
import type { SchemaSet } from './schemaSet.ts'
import { SimpleTypeCompiler } from './simpleTypes.ts'
import { unionOf, type Wildcard } from './wildcards.ts'

/** Most elements and wildcards of all content models together, their bounded occurrences written out. */
const maxPositions = 100_000

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
  private readonly particles: ParticleCompiler
  private readonly complex = new Map<SchemaNode, ComplexType>()
  private readonly builds = new Map<ComplexType, Build>()
  private positions = 0
  private readonly declarations = new Map<SchemaNode, ElementDeclaration>()
  private readonly openHeads = new Set<SchemaNode>()

  constructor(set: SchemaSet) {
    this.set = set
    this.simple = new SimpleTypeCompiler(set)
    this.attributes = new AttributeCompiler(set, this.simple)
    this.particles = new ParticleCompiler(set, node => this.elementReference(node))
    this.anyType = this.makeAnyType()
  }

  /** Compiles every global element and type of the set. */
  compileAll(): void {
    for (const node of this.set.all('element')) this.globalElement(node)
    for (const node of this.set.all('type')) {
      // The schema for schemas defines the built-in types, which are built in.
      if (isBuiltin(node)) continue
      const type = node.local === 'simpleType' ? this.simple.compile(node) : this.complexType(node)
      this.types.set(nameKey(node.owner.namespace, node.attribute('name') ?? ''), type)
    }
    for (const node of this.set.all('group')) this.particles.group(node, node)
    for (const node of this.set.all('attributeGroup')) this.attributes.declared(node)
    for (const node of this.set.all('attribute')) this.attributes.global(node)
    this.set.settle()
    this.formGroups()
    for (const [type, build] of this.builds) this.setContent(type, build)
    for (const [type, build] of this.builds) this.checkRestriction(type, build)
    this.particles.checkRedefinitions()
    for (const node of this.set.all('attributeGroup')) this.checkAttributeRedefinition(node)
    this.checkReferences()
  }

  /** Whether any element has identity constraints. */
  get hasConstraints(): boolean {
    return this.constraints.size > 0
  }

  /** Whether any value can name an element of the document, or refer to one. */
  get hasIdentifiers(): boolean {
    return this.simple.hasIdentifiers
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
    type.isAny = true
    type.content = 'elements'
    type.isMixed = true
    type.anyAttribute = wildcard
    type.model = buildModel(anyParticle(wildcard), this.set.symbols)
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
      final: derivations(node, 'final', 'finalDefault'),
      blocksSubstitution: blocksSubstitution(node),
      keys: (node.appinfo.get(keySource) ?? '').split(/\s+/).filter(word => word !== ''),
      documentation: node.documentation,
      constraints: node.all('key', 'unique', 'keyref').map(constraint => this.constraint(constraint)),
      type: this.anyType,
      plain: undefined,
      head: undefined,
      substitutes: [],
    }
    this.declarations.set(node, declaration)
    this.set.symbols.add(namespace, local)
    declaration.substitutes = [declaration]
    declaration.head = this.headOf(node)
    declaration.type = this.elementType(node, declaration.head)
    this.set.postpone(() => this.finishElement(declaration, node))
    return declaration
  }

  private headOf(node: SchemaNode): ElementDeclaration | undefined {
    const name = node.attribute('substitutionGroup')
    if (name === undefined) return undefined
    const head = this.set.global('element', node.name(name), node)
    if (this.openHeads.has(head) || head === node)
      node.fail('the element stands in its own substitution group')
    this.openHeads.add(node)
    const declaration = this.globalElement(head)
    this.openHeads.delete(node)
    return declaration
  }

  private finishElement(declaration: ElementDeclaration, node: SchemaNode): void {
    const { type, head } = declaration
    if (type.variety === 'complex') this.finish(type)
    const simple = simpleTypeOf(type)
    const value = valueConstraint(node, simple)
    if (value !== undefined) this.checkValueConstraint(type, node)
    Object.assign(declaration, { value })
    if (type.variety !== 'complex' && value === undefined && !declaration.isAbstract && !hasIdentifiers(type))
      declaration.plain = type
    if (head === undefined) return
    if (head.type.variety === 'complex') this.finish(head.type)
    if (!derives(type, head.type, head.final))
      node.fail(
        `its type is not derived from that of ${head.local}, in whose substitution group it is, in a way that is allowed`,
      )
  }

  private checkValueConstraint(type: ElementType, node: SchemaNode): void {
    const simple = simpleTypeOf(type)
    if (simple !== undefined) {
      if (simple.facets.role === 'ID') node.fail('an element of type xs:ID has no default or fixed value')
      return
    }
    const particle = type.variety === 'complex' ? this.contentOf(type) : undefined
    if (type.variety !== 'complex' || !type.isMixed || (particle !== undefined && !isEmptiable(particle)))
      node.fail('default and fixed need simple content, or mixed content that may be empty')
  }

  /** Finds for every head of a substitution group its possible substitutes. */
  private formGroups(): void {
    const members = new Map<ElementDeclaration, ElementDeclaration[]>()
    for (const declaration of this.set.elements.values()) {
      const seen = new Set([declaration])
      for (let head = declaration.head; head !== undefined; head = head.head) {
        if (seen.has(head)) break
        seen.add(head)
        const known = members.get(head)
        if (known) known.push(declaration)
        else members.set(head, [declaration])
      }
    }
    for (const [head, all] of members) {
      if (seenInChain(head)) continue
      head.substitutes = [head, ...all.filter(member => mayReplace(member, head))]
    }
  }

  private elementType(node: SchemaNode, head: ElementDeclaration | undefined): ElementType {
    const name = node.attribute('type')
    const [inner, second] = node.all('simpleType', 'complexType')
    if (second !== undefined || (inner !== undefined && name !== undefined))
      node.fail('it has more than one type')
    if (name !== undefined) return this.namedType(node.name(name), node)
    if (inner === undefined) return head?.type ?? this.anyType
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

  /** Fills in a complex type but for its automaton, its base first. */
  private finish(type: ComplexType): void {
    const build = this.builds.get(type)
    if (build === undefined || build.state === 'done') return
    const { node } = build
    if (build.state === 'open') node.fail('the type is derived from itself')
    build.state = 'open'
    type.isAbstract = node.isTrue('abstract')
    type.block = derivations(node, 'block', 'blockDefault')
    type.final = derivations(node, 'final', 'finalDefault')
    const content = node.first('simpleContent', 'complexContent')
    if (content === undefined) {
      type.base = this.anyType
      type.isMixed = node.isTrue('mixed')
      const own = this.attributes.declared(node)
      type.declareAttributes(present(own.uses), this.set.attributeSymbols)
      type.anyAttribute = own.any
      this.place(type, build, this.particles.own(node))
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
    if (isFinal(base, type.derivation))
      step.fail(`the type ${base.name} is final: it allows no ${type.derivation}`)
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
    const isExtension = type.derivation === 'extension'
    const uses = new Map<string, AttributeUse | undefined>(base.variety === 'complex' ? base.attributes : [])
    for (const [key, use] of own.uses) {
      if (isExtension && use === undefined) continue
      if (isExtension && uses.has(key)) step.fail('an extension declares an attribute of its base again')
      uses.set(key, use)
    }
    type.declareAttributes(present(uses), this.set.attributeSymbols)
    const inherited = base.variety === 'complex' ? base.anyAttribute : undefined
    type.anyAttribute = isExtension ? joined(own.any, inherited, step) : own.any
  }

  private deriveSimple(type: ComplexType, base: ElementType, step: SchemaNode): void {
    type.content = 'simple'
    const value = simpleTypeOf(base)
    const inner = step.first('simpleType')
    if (type.derivation === 'extension') {
      if (value === undefined) step.fail('the base of simpleContent must have simple content')
      type.simple = value
      return
    }
    if (base.variety !== 'complex') step.fail('simpleContent can restrict a complex type only')
    if (value === undefined) {
      const particle = this.contentOf(base)
      if (!base.isMixed || (particle !== undefined && !isEmptiable(particle)))
        step.fail('the base of simpleContent must have simple content, or mixed content that may be empty')
      if (inner === undefined) step.fail('it needs a simpleType, for its base has mixed content')
    }
    const own = inner === undefined ? undefined : this.simple.compile(inner)
    if (own !== undefined && value !== undefined && !derives(own, value, new Set()))
      step.fail('its simpleType is not derived from that of the base')
    const start = own ?? value
    if (start !== undefined) type.simple = this.simple.restriction('', start, step, '')
  }

  private deriveComplex(
    type: ComplexType,
    build: Build,
    base: ElementType,
    step: SchemaNode,
    content: SchemaNode,
  ): void {
    if (base.variety !== 'complex') step.fail('the base of complexContent must be a complex type')
    const own = this.particles.own(step)
    const isMixed =
      content.attribute('mixed') === undefined ? build.node.isTrue('mixed') : content.isTrue('mixed')
    type.isMixed = isMixed
    if (type.derivation === 'restriction') {
      if (base.content === 'simple') step.fail('complexContent cannot restrict simple content')
      this.place(type, build, own)
      return
    }
    if (base.content === 'simple') {
      if (own !== undefined || isMixed) step.fail('complexContent cannot add elements to simple content')
      type.content = 'simple'
      type.simple = base.simple
      return
    }
    const inherited = this.contentOf(base)
    const isBaseEmpty = base.content === 'empty'
    if (own === undefined && !isMixed) type.isMixed = base.isMixed
    else if (!isBaseEmpty && base.isMixed !== isMixed)
      step.fail('it and its base must both be mixed, or neither')
    const particles = [inherited, own].filter(part => part !== undefined)
    const holdsAll = particles.some(({ term }) => term.kind === 'group' && term.order === 'all')
    if (particles.length > 1 && holdsAll) step.fail('xs:all cannot be extended')
    this.place(
      type,
      build,
      particles.length < 2 ? particles[0] : { term: groupOf('sequence', particles), min: 1, max: 1 },
    )
  }

  /** What a finished type has as its content, undefined for nothing. */
  private contentOf(type: ComplexType): Particle | undefined {
    if (type.isAny && type.anyAttribute !== undefined) return anyParticle(type.anyAttribute)
    return this.builds.get(type)?.particle
  }

  private place(type: ComplexType, build: Build, particle: Particle | undefined): void {
    build.particle = particle
    type.content = particle === undefined && !type.isMixed ? 'empty' : 'elements'
  }

  /** Builds the automaton, once all substitutes are known. */
  private setContent(type: ComplexType, build: Build): void {
    if (type.content !== 'elements') return
    const nothing: Particle = { term: groupOf('sequence', []), min: 1, max: 1 }
    const whole = build.particle ?? nothing
    orFail(build.node, () => refuseTooLarge(whole))
    const positions = positionsOf(whole)
    if (positions <= countedPositions) this.positions += positions
    if (this.positions > maxPositions)
      build.node.fail(`the types of the schema expand to more than ${maxPositions} positions`)
    type.model = orFail(build.node, () => buildModel(whole, this.set.symbols))
  }

  /** Whatever satisfies a restriction has to satisfy its base (Part 1, 3.4.6). */
  private checkRestriction(type: ComplexType, { node }: Build): void {
    const { base } = type
    if (type.derivation === 'extension' || base?.variety !== 'complex' || base.isAny) return
    refuseWiderAttributes(type, base, node)
    if (type.content === 'simple') return
    if (type.isMixed && !base.isMixed) node.fail(`it is mixed, but its base ${base.name} is not`)
    if (!restricts(this.contentOf(type), this.contentOf(base)))
      node.fail(`its content is not a restriction of that of its base ${base.name}`)
  }

  /** A group of attributes that redefines another without holding it has to be a restriction of it (src-redefine 7.2). */
  private checkAttributeRedefinition(node: SchemaNode): void {
    const { original } = node
    if (original === undefined || references(node).length > 0) return
    const [own, base] = [node, original].map(group => {
      const { uses, any } = this.attributes.declared(group)
      return { attributes: present(uses), anyAttribute: any }
    })
    if (own !== undefined && base !== undefined) refuseWiderAttributes(own, base, node)
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
}

const isBuiltin = (node: SchemaNode): boolean => {
  const name = node.attribute('name') ?? ''
  return node.owner.namespace === SCHEMA_NAMESPACE && (name === 'anyType' || builtinType(name) !== undefined)
}

/** Whether a chain of heads leads back to where it began. */
const seenInChain = (start: ElementDeclaration): boolean => {
  const seen = new Set<ElementDeclaration>()
  for (let at: ElementDeclaration | undefined = start; at !== undefined; at = at.head) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

const anyParticle = (wildcard: Wildcard): Particle => ({
  term: { kind: 'wildcard', wildcard },
  min: 0,
  max: Number.POSITIVE_INFINITY,
})

const isFinal = (base: ElementType, way: Derivation): boolean =>
  base.variety === 'complex' ? base.final.has(way) : way === 'restriction' && base.final.has('restriction')

/** The wildcard of an extension: what it admits itself, or its base does. */
const joined = (
  own: Wildcard | undefined,
  inherited: Wildcard | undefined,
  at: SchemaNode,
): Wildcard | undefined => {
  if (own === undefined || inherited === undefined) return own ?? inherited
  const rule = unionOf(own.rule, inherited.rule)
  if (rule === undefined) at.fail('the union of these wildcards cannot be written in XML Schema')
  return { rule, process: own.process }
}

const present = (uses: ReadonlyMap<string, AttributeUse | undefined>): ReadonlyMap<string, AttributeUse> => {
  const kept = new Map<string, AttributeUse>()
  for (const [key, use] of uses) if (use !== undefined) kept.set(key, use)
  return kept
}

const blocksSubstitution = (node: SchemaNode): boolean => {
  const text = node.attribute('block') ?? node.owner.root.attribute('blockDefault') ?? ''
  return text.split(/\s+/).some(word => word === 'substitution' || word === '#all')
}

const derivations = (node: SchemaNode, attribute: string, fallback: string): ReadonlySet<Derivation> => {
  const text = node.attribute(attribute) ?? node.owner.root.attribute(fallback) ?? ''
  const all: readonly Derivation[] = ['extension', 'restriction']
  const named = text.split(/\s+/)
  return new Set(named.includes('#all') ? all : all.filter(word => named.includes(word)))
}

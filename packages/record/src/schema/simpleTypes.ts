import { AtomicType } from './atomicType.ts'
import { anySimpleType, builtinType, SCHEMA_NAMESPACE } from './builtins.ts'
import { ListType, UnionType } from './compositeType.ts'
import type { SchemaName, SchemaNode } from './document.ts'
import { facetNames } from './facetNames.ts'
import { restrict, type WrittenFacet } from './facets.ts'
import type { SchemaSet } from './schemaSet.ts'
import { type SimpleType, unrestricted } from './simpleType.ts'

/** Most types that a value of a union is held against, those of unions inside it counted each time that they are met. */
const maxMembers = 1_000
/** Most states of all patterns and code lists of a schema, their quantities written out. */
const maxStates = 500_000

/** Compiles simple types, each global one once. */
export class SimpleTypeCompiler {
  private readonly set: SchemaSet
  private readonly known = new Map<SchemaNode, SimpleType>()
  private readonly open = new Set<SchemaNode>()
  private states = 0
  /** Whether any type that a schema uses can name an element of the document, or refer to one. */
  hasIdentifiers = false

  constructor(set: SchemaSet) {
    this.set = set
  }

  /** The simple type of this name, undefined where the name is that of a complex type. */
  named(name: SchemaName, at: SchemaNode): SimpleType | undefined {
    if (name.namespace === SCHEMA_NAMESPACE) {
      if (name.local === 'anyType') return undefined
      if (name.local === 'anySimpleType') return anySimpleType
      if (['ID', 'IDREF', 'IDREFS'].includes(name.local)) this.hasIdentifiers = true
      const builtin = builtinType(name.local)
      if (builtin !== undefined) return builtin
    }
    const node = this.set.global('type', name, at)
    return node.local === 'simpleType' ? this.compile(node) : undefined
  }

  /** The simple type that an xs:simpleType element defines. */
  compile(node: SchemaNode): SimpleType {
    const known = this.known.get(node)
    if (known !== undefined) return known
    if (this.open.has(node)) node.fail('the type is derived from itself')
    this.open.add(node)
    const type = this.derive(node)
    this.open.delete(node)
    this.known.set(node, type)
    return type
  }

  /** The base restricted by the facets that stand in the element; `words` say what a pattern means. */
  restriction(
    name: string,
    base: SimpleType,
    node: SchemaNode,
    description: string,
    final: SimpleType['final'] = new Set(),
  ): SimpleType {
    if (base.final.has('restriction')) node.fail(`the type ${base.name} is final: it cannot be restricted`)
    const facets = node.children.filter(({ local }) => facetNames.has(local))
    const type = restrict(
      name,
      base,
      facets.map(facet => this.facet(facet, description)),
      final,
    )
    this.checkNotations(type, facets)
    const { patterns, enumeration } = type.facets
    if (patterns.length > base.facets.patterns.length) this.states += patterns.at(-1)?.automaton.size ?? 0
    if (enumeration !== base.facets.enumeration) this.states += enumeration?.automaton?.size ?? 0
    if (this.states > maxStates) node.fail(`the patterns of the schema need more than ${maxStates} states`)
    return type
  }

  private derive(node: SchemaNode): SimpleType {
    const name = node.attribute('name') ?? ''
    const [way, second] = node.all('restriction', 'list', 'union')
    if (way === undefined || second !== undefined) return node.fail('it needs one restriction, list or union')
    if (way.local === 'list') return this.list(name, way, finalOf(node))
    if (way.local === 'union') return this.union(name, way, finalOf(node))
    const final = finalOf(node)
    const base = this.reference(way, 'base')
    if (base === anySimpleType) way.fail('a type cannot restrict xs:anySimpleType')
    return this.restriction(name, base, way, node.documentation, final)
  }

  private list(name: string, node: SchemaNode, final: SimpleType['final']): SimpleType {
    const item = this.reference(node, 'itemType')
    if (holdsLists(item)) node.fail('a list cannot hold lists')
    if (item.final.has('list')) node.fail(`the type ${item.name} is final: no list can be made of it`)
    return new ListType(name, item, { ...unrestricted, whiteSpace: 'collapse' }, anySimpleType, final)
  }

  private union(name: string, node: SchemaNode, final: SimpleType['final']): SimpleType {
    const names = (node.attribute('memberTypes') ?? '').split(/\s+/).filter(word => word !== '')
    const members = [
      ...names.map(word => this.named(node.name(word), node) ?? node.fail(`${word} is not a simple type`)),
      ...node.all('simpleType').map(member => this.compile(member)),
    ]
    if (members.length === 0) node.fail('it has no member types')
    const closed = members.find(member => member.final.has('union'))
    if (closed !== undefined) node.fail(`the type ${closed.name} is final: it cannot be part of a union`)
    const count = members.reduce((total, member) => total + this.membersOf(member), 0)
    if (count > maxMembers) node.fail(`its unions hold more than ${maxMembers} types`)
    return new UnionType(name, members, { ...unrestricted, whiteSpace: 'collapse' }, anySimpleType, final)
  }

  /** A type derived from xs:NOTATION lists notations that the schema declares (Part 2, 3.2.19). */
  private checkNotations(type: SimpleType, facets: readonly SchemaNode[]): void {
    if (!(type instanceof AtomicType) || type.primitive.name !== 'NOTATION') return
    for (const facet of facets)
      if (facet.local === 'enumeration')
        this.set.global('notation', facet.name(facet.attribute('value') ?? ''), facet)
  }

  private membersOf(type: SimpleType): number {
    if (type instanceof ListType) return this.membersOf(type.item)
    if (!(type instanceof UnionType)) return 1
    return type.members.reduce((total, member) => total + this.membersOf(member), 0)
  }

  /** The type that an attribute names or a child xs:simpleType defines; exactly one of them. */
  private reference(node: SchemaNode, attribute: string): SimpleType {
    const name = node.attribute(attribute)
    const inner = node.first('simpleType')
    if ((name === undefined) === (inner === undefined))
      return node.fail(`it needs either ${attribute} or one simpleType`)
    if (inner !== undefined) return this.compile(inner)
    return this.named(node.name(name ?? ''), node) ?? node.fail(`${name} is not a simple type`)
  }

  private facet(node: SchemaNode, description: string): WrittenFacet {
    return {
      name: node.local,
      value: node.attribute('value') ?? node.fail('it has no value'),
      label: node.documentation || (node.local === 'pattern' ? description : ''),
      isFixed: node.isTrue('fixed'),
      fail: message => node.fail(message),
      prefix: prefix => node.prefix(prefix),
    }
  }
}

const holdsLists = (type: SimpleType): boolean =>
  type.variety === 'list' || (type instanceof UnionType && type.members.some(holdsLists))

/** Ways of derivation that a simple type's `final`, or its document's `finalDefault`, rules out. */
const finalOf = (node: SchemaNode): SimpleType['final'] => {
  const text = node.attribute('final') ?? node.owner.root.attribute('finalDefault') ?? ''
  const all = ['restriction', 'list', 'union'] as const
  const named = text.split(/\s+/)
  return new Set(named.includes('#all') ? all : all.filter(word => named.includes(word)))
}

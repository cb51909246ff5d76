import { anySimpleType, builtinType, SCHEMA_NAMESPACE, unsupportedBuiltins } from './builtins.ts'
import { ListType, UnionType } from './compositeType.ts'
import type { SchemaName, SchemaNode } from './document.ts'
import { restrict, type WrittenFacet } from './facets.ts'
import { facetNames } from './grammar.ts'
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

  constructor(set: SchemaSet) {
    this.set = set
  }

  /** The simple type of this name, undefined where the name is that of a complex type. */
  named(name: SchemaName, at: SchemaNode): SimpleType | undefined {
    if (name.namespace === SCHEMA_NAMESPACE) {
      if (name.local === 'anyType') return undefined
      if (name.local === 'anySimpleType') return anySimpleType
      if (unsupportedBuiltins.has(name.local)) at.fail(`the type xs:${name.local} is not supported`)
      return builtinType(name.local) ?? at.fail(`there is no type xs:${name.local}`)
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
  restriction(name: string, base: SimpleType, node: SchemaNode, description: string): SimpleType {
    const type = restrict(
      name,
      base,
      node.children.filter(({ local }) => facetNames.has(local)).map(facet => this.facet(facet, description)),
    )
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
    if (way.local === 'list') return this.list(name, way)
    if (way.local === 'union') return this.union(name, way)
    return this.restriction(name, this.reference(way, 'base'), way, node.documentation)
  }

  private list(name: string, node: SchemaNode): SimpleType {
    const item = this.reference(node, 'itemType')
    if (item.variety === 'list') node.fail('a list cannot hold lists')
    return new ListType(name, item, { ...unrestricted, whiteSpace: 'collapse' }, anySimpleType)
  }

  private union(name: string, node: SchemaNode): SimpleType {
    const names = (node.attribute('memberTypes') ?? '').split(/\s+/).filter(word => word !== '')
    const members = [
      ...names.map(word => this.named(node.name(word), node) ?? node.fail(`${word} is not a simple type`)),
      ...node.all('simpleType').map(member => this.compile(member)),
    ]
    if (members.length === 0) node.fail('it has no member types')
    const count = members.reduce((total, member) => total + this.membersOf(member), 0)
    if (count > maxMembers) node.fail(`its unions hold more than ${maxMembers} types`)
    return new UnionType(name, members, { ...unrestricted, whiteSpace: 'collapse' }, anySimpleType)
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
      fail: message => node.fail(message),
      prefix: prefix => node.prefix(prefix),
    }
  }
}

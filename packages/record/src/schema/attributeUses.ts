import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'
import { INSTANCE_NAMESPACE, XML_NAMESPACE } from '../xml/namespaces.ts'
import { anySimpleType, builtinType } from './builtins.ts'
import { type AttributeUse, type ComplexType, nameKey, type ValueConstraint } from './components.ts'
import { isWildcardWithin } from './content/restriction.ts'
import { derives } from './derivation.ts'
import type { SchemaNode } from './document.ts'
import type { SchemaSet } from './schemaSet.ts'
import type { PrefixLookup, SimpleType, Span } from './simpleType.ts'
import type { SimpleTypeCompiler } from './simpleTypes.ts'
import { admits, intersection, type NamespaceRule, type Wildcard } from './wildcards.ts'

/** The attributes that a type declares at one derivation step; `undefined` marks a prohibited one. */
export interface DeclaredAttributes {
  readonly uses: ReadonlyMap<string, AttributeUse | undefined>
  readonly any: Wildcard | undefined
}

/** Reads `default` and `fixed`; fails where the value is not one of the type. */
export const valueConstraint = (
  node: SchemaNode,
  type: SimpleType | undefined,
): ValueConstraint | undefined => {
  const fixed = node.attribute('fixed')
  const preset = node.attribute('default')
  if (fixed !== undefined && preset !== undefined) node.fail('default and fixed exclude each other')
  const text = fixed ?? preset
  if (text === undefined) return undefined
  const bytes = encodeUtf8(text)
  const span: Span = { bytes, from: 0, to: bytes.length }
  const prefixes: PrefixLookup = prefix => node.prefix(prefix)
  if (type !== undefined && type.check(bytes, 0, bytes.length, span, prefixes) !== undefined)
    node.fail(`"${text}" is not a value of the type`)
  const value = decodeUtf8(span.bytes, span.from, span.to)
  const key = type === undefined ? text : type.keyOf(value, prefixes)
  return { kind: fixed === undefined ? 'default' : 'fixed', text, key, prefixes }
}

/** Reads the namespaces of xs:any and xs:anyAttribute. */
export const wildcardOf = (node: SchemaNode): Wildcard => {
  const process = node.attribute('processContents') ?? 'strict'
  if (process !== 'strict' && process !== 'lax' && process !== 'skip')
    return node.fail(`processContents="${process}" is not strict, lax or skip`)
  return { rule: ruleOf(node), process }
}

const ruleOf = (node: SchemaNode): NamespaceRule => {
  const text = (node.attribute('namespace') ?? '##any').trim()
  const own = node.owner.namespace
  if (text === '##any') return { kind: 'any' }
  if (text === '##other') return { kind: 'other', than: own }
  const namespaces = text
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => (word === '##targetNamespace' ? own : word === '##local' ? '' : word))
  const odd = namespaces.find(word => word.startsWith('##'))
  return odd === undefined ? { kind: 'list', namespaces } : node.fail(`"${odd}" is not a namespace`)
}

/**
 * Compiles the attributes that a type or an attribute group declares. Throws where the schema is at fault, with the
 * place.
 */
export class AttributeCompiler {
  private readonly set: SchemaSet
  private readonly simple: SimpleTypeCompiler
  private readonly open = new Set<SchemaNode>()
  private readonly groups = new Map<SchemaNode, DeclaredAttributes>()

  constructor(set: SchemaSet, simple: SimpleTypeCompiler) {
    this.set = set
    this.simple = simple
  }

  /** The attributes, attribute groups and wildcard that stand in an element of the schema. */
  declared(node: SchemaNode): DeclaredAttributes {
    const uses = new Map<string, AttributeUse | undefined>()
    let any: Wildcard | undefined
    let own: Wildcard | undefined
    const add = (key: string, use: AttributeUse | undefined, at: SchemaNode): void => {
      if (uses.has(key)) at.fail('the attribute is declared twice')
      uses.set(key, use)
    }
    for (const child of node.children) {
      if (child.local === 'attribute') {
        const [key, use] = this.use(child)
        add(key, use, child)
      } else if (child.local === 'attributeGroup') {
        const group = this.group(child)
        for (const [key, use] of group.uses) add(key, use, child)
        any = intersect(any, group.any, child)
      } else if (child.local === 'anyAttribute') own = wildcardOf(child)
    }
    const identifiers = [...uses.values()].filter(use => use?.type.facets.role === 'ID')
    if (identifiers.length > 1) node.fail('it has more than one attribute of type xs:ID')
    return { uses, any: intersect(own, any, node) }
  }

  /** A global attribute's declaration, as strict and lax wildcards need it. */
  global(node: SchemaNode): AttributeUse {
    return this.make(node, node, node.owner.namespace)
  }

  private group(node: SchemaNode): DeclaredAttributes {
    const ref = node.attribute('ref')
    if (ref === undefined) return node.fail('it needs ref here')
    const target = this.set.global('attributeGroup', node.name(ref), node)
    const known = this.groups.get(target)
    if (known !== undefined) return known
    if (this.open.has(target)) node.fail('the attribute group holds itself')
    this.open.add(target)
    const declared = this.declared(target)
    this.open.delete(target)
    // Read once: groups of groups, each referred to several times, grow without bound.
    this.groups.set(target, declared)
    return declared
  }

  private use(node: SchemaNode): [key: string, use: AttributeUse | undefined] {
    const ref = node.attribute('ref')
    const isProhibited = node.attribute('use') === 'prohibited'
    if (ref === undefined) {
      const form =
        node.attribute('form') ?? node.owner.root.attribute('attributeFormDefault') ?? 'unqualified'
      const use = this.make(node, node, form === 'qualified' ? node.owner.namespace : '')
      return [nameKey(use.namespace, use.local), isProhibited ? undefined : use]
    }
    if (node.attribute('name') !== undefined) node.fail('name and ref exclude each other')
    if (['type', 'form'].some(name => node.attribute(name) !== undefined) || node.children.length > 0)
      node.fail('a reference cannot give the attribute another type or form')
    const name = node.name(ref)
    if (name.namespace === XML_NAMESPACE && this.set.find('attribute', name) === undefined)
      return [nameKey(name.namespace, name.local), isProhibited ? undefined : xmlAttribute(node, name.local)]
    const target = this.set.global('attribute', name, node)
    return [
      nameKey(name.namespace, name.local),
      isProhibited ? undefined : this.make(node, target, name.namespace),
    ]
  }

  private make(node: SchemaNode, declaration: SchemaNode, namespace: string): AttributeUse {
    const local = declaration.attribute('name')
    if (local === undefined) return node.fail('it needs a name or ref')
    if (local === 'xmlns') node.fail('an attribute cannot be called xmlns')
    const use = node.attribute('use') ?? 'optional'
    if (use !== 'optional' && use !== 'required' && use !== 'prohibited')
      node.fail(`use="${use}" is not optional, required or prohibited`)
    if (namespace === INSTANCE_NAMESPACE) node.fail(`a schema cannot declare attributes of ${namespace}`)
    const type = this.type(declaration)
    if (use !== 'optional' && node.attribute('default') !== undefined)
      node.fail('an attribute with a default must be optional')
    const own = valueConstraint(node, type)
    const declared = node === declaration ? own : valueConstraint(declaration, type)
    if ((own ?? declared) !== undefined && type.facets.role === 'ID')
      node.fail('an attribute of type xs:ID has no default or fixed value')
    if (declared?.kind === 'fixed' && own !== undefined && (own.kind !== 'fixed' || own.key !== declared.key))
      node.fail(`the attribute is declared with the fixed value "${declared.text}"`)
    return { namespace, local, type, isRequired: use === 'required', value: own ?? declared }
  }

  private type(node: SchemaNode): SimpleType {
    const name = node.attribute('type')
    const inner = node.first('simpleType')
    if (name !== undefined && inner !== undefined) node.fail('type and simpleType exclude each other')
    if (inner !== undefined) return this.simple.compile(inner)
    if (name === undefined) return anySimpleType
    return this.simple.named(node.name(name), node) ?? node.fail(`${name} is not a simple type`)
  }
}

/** xml:lang, xml:space and xml:base, which need no import. */
const xmlAttribute = (node: SchemaNode, local: string): AttributeUse => {
  const type = builtinType(local === 'lang' ? 'language' : local === 'base' ? 'anyURI' : 'NCName')
  if (type === undefined || !['lang', 'base', 'space'].includes(local))
    return node.fail(`there is no attribute xml:${local}`)
  return {
    namespace: XML_NAMESPACE,
    local,
    type,
    isRequired: node.attribute('use') === 'required',
    value: valueConstraint(node, type),
  }
}

const intersect = (
  a: Wildcard | undefined,
  b: Wildcard | undefined,
  at: SchemaNode,
): Wildcard | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  const rule = intersection(a.rule, b.rule)
  if (rule === undefined) at.fail('the intersection of these wildcards cannot be written in XML Schema')
  return { rule, process: a.process }
}

/** Throws where attributes allow what those of the base do not (Part 1, derivation-ok-restriction 2 to 4). */
export const refuseWiderAttributes = (
  own: Pick<ComplexType, 'attributes' | 'anyAttribute'>,
  base: Pick<ComplexType, 'attributes' | 'anyAttribute'>,
  at: SchemaNode,
): void => {
  for (const [key, use] of own.attributes) {
    const known = base.attributes.get(key)
    if (known === undefined) {
      if (base.anyAttribute === undefined || !admits(base.anyAttribute.rule, use.namespace))
        at.fail(`the attribute ${use.local} is not allowed by the base`)
      continue
    }
    if (known === use) continue
    if (known.isRequired && !use.isRequired) at.fail(`the attribute ${use.local} is required in the base`)
    if (!derives(use.type, known.type, new Set()))
      at.fail(`the type of the attribute ${use.local} is not derived from that in the base`)
    if (known.value?.kind === 'fixed' && (use.value?.kind !== 'fixed' || use.value.key !== known.value.key))
      at.fail(`the attribute ${use.local} is fixed in the base`)
  }
  for (const [key, use] of base.attributes)
    if (use.isRequired && !own.attributes.has(key))
      at.fail(`the attribute ${use.local} is required in the base`)
  if (own.anyAttribute === undefined) return
  if (base.anyAttribute === undefined || !isWildcardWithin(own.anyAttribute, base.anyAttribute))
    at.fail('its wildcard of attributes admits more than that of the base')
}
